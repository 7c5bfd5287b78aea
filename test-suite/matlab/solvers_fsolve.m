% Systems of equations.
[x, f, info] = fsolve(@(x) x ^ 2 - 2, 1)
[x, f, info] = fsolve(@(x) [x(1)^2 + x(2)^2 - 4; x(1) - x(2)], [1; 1])
o = optimset('TolX', 1e-10, 'TolFun', 1e-10);
x = fsolve(@(x) exp(-x) - x, 0.5, o)
[x, f, info] = fsolve(@(x) [2*x(1) - x(2) - exp(-x(1)); -x(1) + 2*x(2) - exp(-x(2))], [-5; -5]);
x, info
x = fsolve(@(v) [v(1) + v(2) + v(3) - 6, v(1) * v(2) - 2, v(3) - v(1) - 2], [1 1 1])
try, fsolve(@sin), catch e, disp(e.message), end
