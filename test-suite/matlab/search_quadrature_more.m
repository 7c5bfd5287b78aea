% Integrals by other rules.
printf('%.8f\n', quadcc(@(x) x .^ 2, 0, 1), dblquad(@(x, y) x .* y, 0, 1, 0, 2), quadgk(@(x) exp(-x .^ 2), -Inf, Inf), quadv(@(x) x ^ 2, 0, 1), quadl(@(x) x .* sin(x), 0, pi));
[x, f, i] = fminunc(@(x) (x(1) - 1) ^ 2 + (x(2) - 2) ^ 2, [0 0]); printf('%.4f ', x, f, i); disp('')
[x, f] = fminsearch(@(x) (x(1) - 1) ^ 2 + (x(2) - 2) ^ 2, [0 0]); printf('%.3f ', x); disp('')
[x, f] = fminbnd(@(x) (x - 1) ^ 2, 0, 3); printf('%.4f ', x); disp('')
pp = mkpp([0 1 2], [1 2; 3 4]); [x, p, n, k, d] = unmkpp(pp)
o = odeset('RelTol', 1e-3); o.RelTol
