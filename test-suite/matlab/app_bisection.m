% Zeros by bisection, with a table of the way.
f = @(x) x ^ 3 - x - 2;
a = 1; b = 2; k = 0;
while b - a > 1e-3
  m = (a + b) / 2; k++;
  if f(a) * f(m) <= 0, b = m; else, a = m; end
  if k <= 4, printf('%2d %.6f %.6f %+.3e\n', k, a, b, f(m)); end
end
printf('%d steps: %.4f\n', k, (a + b) / 2);
