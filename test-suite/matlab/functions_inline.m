% Functions that `inline` makes of texts.
f = inline('x^2 + 1')
f(3), class(f)
g = inline('a*x + b*y', 'x', 'y', 'a', 'b')
g(1, 2, 3, 4)
h = inline('exp(t)*sin(w) + 0');
argnames(h), formula(h)
v = vectorize(f);
v([1 2 3]), formula(v)
k = inline('x*P1 + P2 + 0', 2);
k(1, 2, 3), argnames(k)
disp(f)
try, f(1, 2), catch err, disp(err.message), end
is_function_handle(f), isobject(f), isa(f, 'function_handle'), size(f), ischar(f)
feval(f, 4), cellfun(f, {1, 2, 3}), arrayfun(f, [1 2 3])
fzero(inline('x^2-2'), [0 2])
quad(inline('x.^2'), 0, 1)
c = {f, 1}
s.f = f
char(f)
try, func2str(f), catch err, disp(err.message), end
z = inline('3'); z(1)
vectorize('a*b/c^d.*e'), vectorize(@(x) x^2*3)
m = @(x) f(x) + 1; m(3)
x = {f, f}; class(x{1}), x{1}(4)
isequal(f, inline('x^2 + 1'))
n = 3000; total = 0;
for i = 1:n, total = total + f(i); end, total
