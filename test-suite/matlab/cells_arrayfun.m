% A function for every element, and for every field.
arrayfun (@(x) x ^ 2, [1 2; 3 4])
arrayfun (@(x) 1:x, [1 2 3], 'UniformOutput', false)
[a, b] = arrayfun (@(x) deal (x, 2 * x), [1 2])
arrayfun (@(x, y) x * y, [1 2 3], [4 5 6])
arrayfun (@(x) x, 'abc')
s = struct ('v', {1, 2, 3});
arrayfun (@(e) e.v * 10, s)
arrayfun (@(x) int8 (x), [1 2])
arrayfun (@(x) error ('no'), [1 2], 'ErrorHandler', @(e, x) -x)
arrayfun (@(x) printf ('<%d>', x), 1:3); printf ('\n');
size (arrayfun (@(x) x, zeros (0, 3)))
t.a = 1; t.b = [1 2 3];
structfun (@numel, t)
structfun (@(x) x * 2, t, 'UniformOutput', false)
try
  arrayfun (@(x) [x x], [1 2])
catch err
  disp (err.message), disp (err.identifier)
end
try
  arrayfun (@(x, y) x, [1 2], [1 2 3])
catch err
  disp (err.message)
end
nthargout (2, @max, [1 9 3])
func2str (@sin), func2str (@(x) x + 1)
f = str2func ('@(x) x * 2'); f (4)
g = str2func ('cos'); g (0)
bsxfun (@plus, [1 2 3], [10; 20])
