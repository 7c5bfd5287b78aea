% Zeros, least values and systems together.
fzero(@cos, [1 2]), fzero(@(x) x ^ 3 - 2, 1), x = fminsearch(@(v) sum((v - [1 2]) .^ 2), [0 0]); round(x * 1000) / 1000, fminbnd(@(x) (x - 2) ^ 2, 0, 5), [x, fval, info] = fsolve(@(v) [v(1) * v(2) - 6; v(1) + v(2) - 5], [1; 1]); printf('%.4f ', sort(x)); info
o = optimset('TolX', 1e-12); o.TolX, optimget(o, 'TolX'), x = fsolve(@(x) x .^ 2 - [4 9], [1 1], o)
quad(@(x) x .^ 2, 0, 1), integral(@sin, 0, pi), trapz([0 1 2], [0 1 4]), cumtrapz([1 2 3])
lsqnonneg([1 2; 3 4], [1; 1])'
