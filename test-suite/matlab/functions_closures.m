% Functions of functions.
add = @(x) @(y) x + y;
f = add(3); f(4)
compose = @(f, g) @(x) f(g(x));
h = compose(@sqrt, @abs); h(-16)
fs = {@sin, @cos, @(t) t ^ 2};
cellfun(@(f) f(0), fs)
n = 2; g = @(x) x * n; n = 5; g(3)
func2str(g), func2str(@sin), class(str2func('cos')), k = str2func('@(x) x + 1'); k(2)
apply = @(f, varargin) f(varargin{:}); apply(@max, [3 9 2]), apply(@plus, 1, 2)
r = @() deal(1, 2); [a, b] = r()
is_function_handle(g), is_function_handle(1), isequal(@sin, @sin)
m = containers.Map(); m('sq') = @(x) x ^ 2; f = m('sq'); f(5)
s.op = @(a, b) a - b; s.op(5, 3)
feval(@(x, y) x * y, 3, 4)
Y = @(f) @(x) f(x); t = Y(@(x) x + 1); t(1)
g
fs
try, g(1, 2), catch e, disp(e.message), end
