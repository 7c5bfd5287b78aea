% A function for every cell.
1;
function r = isclass_of (x)
  r = class (x);
  printf ('%s\n', r);
end
cellfun (@numel, {1, [1 2], 'abc'})
cellfun ('isempty', {1, [], ''})
cellfun ('length', {1, [1 2], 'abc'})
cellfun (@upper, {'a', 'bc'}, 'UniformOutput', false)
cellfun (@(x, y) x + y, {1, 2}, {3, 4})
[most, where] = cellfun (@max, {[1 5 2], [7 3]})
[most, where] = cellfun (@max, {[1 5 2], [7 3]}, 'UniformOutput', false)
cellfun (@(x) x > 1, {1, 2})
cellfun (@(s) s(1), {'ab', 'cd'})
cellfun (@(x) error ('my:id', 'bad %d', x), {1, 2}, 'ErrorHandler', @(e, x) e.index * 10)
cellfun (@(x) error ('my:id', 'bad %d', x), {3}, 'ErrorHandler', @(e, x) [e.identifier '|' e.message], 'UniformOutput', false)
cellfun (@disp, {1, 'a'});
cellfun (@(x) x, {})
size (cellfun (@(x) x, cell (0, 3)))
cellfun (@isclass_of, {1, 'a'}, 'UniformOutput', false);
try
  cellfun (@(x) [x x], {1, 2})
catch err
  disp (err.message)
end
try
  cellfun (@numel, 5)
catch err
  disp (err.message)
end
try
  cellfun (@(x, y) x, {1, 2}, {1, 2, 3})
catch err
  disp (err.message)
end
