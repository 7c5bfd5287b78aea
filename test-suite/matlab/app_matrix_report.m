% A table of statistics of a matrix.
data = [2 4 4; 5 5 7; 9 1 3];
names = {'alpha', 'beta', 'gamma'};
for k = 1:columns(data)
  c = data(:, k);
  printf('%-8s mean %6.3f std %6.3f min %3d max %3d\n', names{k}, mean(c), std(c), min(c), max(c));
end
[~, best] = max(mean(data));
printf('best: %s\n', names{best});
normalized = (data - mean(data)) ./ std(data)
