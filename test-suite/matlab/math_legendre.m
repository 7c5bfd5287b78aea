a = legendre(2, [0.1 0.5 0.9])
b = legendre(1, 0.3, 'norm')
c = legendre(2, 0.5, 'sch')
[k, e] = ellipke([0.1 0.5 0.9])
f = expint([0.5 1 2])
g = rat(pi)
[n, d] = rat([0.5 0.125 pi])
h = rat(0.75)
s = psi(1)
try, legendre(-1, 0), catch err, disp(err.message), end
try, ellipke(2), catch err, disp(err.message), end
