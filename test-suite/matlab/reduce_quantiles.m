x = [2 4 7 1 9 3];
a = quantile(x, 0.5)
b = quantile(x, [0.25 0.5 0.75])
c = quantile(x', [0.25; 0.75])
d = quantile([1 2; 3 4; 5 9], [0.25 0.5])
e = prctile(x, 50)
f = prctile(x)
g = iqr(x)
for m = 1:9
  printf('%d: %.4f\n', m, quantile(x, 0.3, 2, m));
end
h = histc([1 2 2 3 5], 1:5)
[n, k] = histc([1 2 2 3 5], [1 3 5])
[nn, xx] = hist([1 2 2 3 5], 3)
l = rescale([1 2 3])
try, quantile([]), catch err, disp(err.message), end
