% Functions as texts of expressions; what quad says of its function.
1; factor_a = 3; y = 1;
quad('1/x', 1, 2), quad('x.^2', 0, 1), quad('sin', 0, 1)
lsode('x', 1, [0 1]), lsode('-x*t', 1, [0 1])
try, quad('1/y', 1, 2), catch err, disp(err.message), end
try, quad('nosuch', 1, 2), catch err, disp(err.message), end
try, quad('x*t', 1, 2), catch err, disp(err.message), end
try, quad('x +', 1, 2), catch err, disp(err.message), end
try, quad(@(x) error('my:id', 'abc'), 1, 2), catch err, disp(err.message), disp(err.identifier), end
try, quad(@(x) 'a', 1, 2), catch err, disp(err.message), end
try, quad(@(x) [], 1, 2), catch err, disp(err.message), end
quad(@(x) [1 2], 1, 2)
g = inline('factor_a*x', 'x');
try, g(2), catch err, disp(err.message), end
f = str2func('@(x) factor_a*x'); f(2)
try, lu(magic(3), 'matrix'), catch err, disp(err.message), end
[l, u, p] = lu(magic(3), 'vector'); p
