% format short e, long e, short g, long g, short eng
x = {pi, [1.5 200; -0.001 4], 1e10, 3 + 4.5i, [1 2 3], 0, 0:0.5:1, single(pi), int8(5), true};
for f = {'short e', 'long e', 'short g', 'long g', 'short eng'}
  disp (f{1})
  eval (['format ' f{1}]);
  for k = 1:numel (x)
    v = x{k}
  end
end
format
