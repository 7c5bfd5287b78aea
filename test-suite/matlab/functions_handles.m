% Function handles as values.
f = @(x, y) x + 2 * y;
f (1, 2), func2str (f), class (f), is_function_handle (f)
g = @sin
func2str (g), g (0)
k = 3; h = @(x) x * k; k = 100; h (2)
fs = {@sin, @cos, @(t) t ^ 2};
cellfun (@(q) q (0), fs)
compose = @(a, b) @(x) a (b (x));
twice = compose (@(x) x + 1, @(x) x * 10);
twice (4)
s.run = @(varargin) numel (varargin);
s.run (1, 2, 3)
feval (@plus, 1, 2), feval ('minus', 5, 3)
str2func ('@(x) x / 2') (5)
info = functions (@(x) x + k);
info.function, info.type, info.workspace{1}
isequal (g, @sin)
arrayfun (@(n) feval (fs{n}, 1) > 0.9, 1:3)
nthargout (2, @sort, [3 1 2])
try, func2str (5), catch err, disp (err.message), end
try, str2func (5), catch err, disp (err.message), end
