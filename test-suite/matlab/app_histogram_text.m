% A histogram of letters.
data = [1 2 2 3 3 3 4 4 5 9];
[n, x] = hist(data, 4)
for k = 1:numel(n), printf('%5.1f %s\n', x(k), repmat('*', 1, n(k))); end
edges = 0:2:10; c = histc(data, edges)
cumsum(n) / sum(n)
