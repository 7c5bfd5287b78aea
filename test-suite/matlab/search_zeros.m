a = fzero(@cos, [0 3])
b = fzero(@(x) x^2 - 2, [0 2])
c = fzero(@(x) x - 1, 0)
[x, fval, info] = fzero(@(x) exp(x) - 5, [0 10]);
printf('%.8f %d\n', x, info);
d = fminbnd(@cos, 2, 5)
e = fminsearch(@(x) (x(1) - 1)^2 + (x(2) - 2)^2, [0 0])
o = optimset('TolX', 1e-8);
f = optimget(o, 'TolX')
g = optimget(o, 'MaxIter', 7)
try, fzero(@(x) x^2 + 1, [0 1]), catch err, disp(err.message), end
