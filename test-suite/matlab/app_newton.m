% Newton's method, bisection, secant, regula falsi and fixed points.
1;
function [x, n, trace] = newton(f, df, x, tol)
  n = 0; trace = x;
  while abs(f(x)) > tol && n < 50
    x = x - f(x) / df(x);
    n++;
    trace(end+1) = x;
  end
end
function [c, n] = bisection(f, a, b, tol)
  if f(a) * f(b) > 0
    error('bisection:sign', 'no change of sign in [%g, %g]', a, b);
  end
  n = 0;
  while (b - a) / 2 > tol
    c = (a + b) / 2;
    n += 1;
    if f(c) == 0, return; end
    if f(a) * f(c) < 0
      b = c;
    else
      a = c;
    end
  end
  c = (a + b) / 2;
end
function [x, n] = secant(f, x0, x1, tol)
  n = 0;
  do
    x = x1 - f(x1) * (x1 - x0) / (f(x1) - f(x0));
    x0 = x1; x1 = x;
    n++;
  until abs(f(x)) < tol || n > 100
end
f = @(x) x.^3 - 2*x - 5;
df = @(x) 3*x.^2 - 2;
[x, n, trace] = newton(f, df, 2, 1e-12)
[x, n] = bisection(f, 2, 3, 1e-8);
printf("bisection: %.8f after %d steps\n", x, n);
[x, n] = secant(f, 2, 3, 1e-12);
printf("secant: %.12f after %d steps\n", x, n);
try
  bisection(f, 3, 4, 1e-3);
catch err
  disp(err.identifier);
  disp(err.message);
end
x = 1;
for k = 1:8
  x = cos(x);
  printf("%d: %.10f\n", k, x);
end
roots([1 0 -2 -5])
fzero(f, [2 3])
% A system of two equations.
F = @(v) [v(1)^2 + v(2)^2 - 4; v(1)*v(2) - 1];
J = @(v) [2*v(1), 2*v(2); v(2), v(1)];
v = [2; 0];
for k = 1:6
  v = v - J(v) \ F(v);
  printf("%2d %.12f %.12f %.2e\n", k, v, norm(F(v)));
end
