% Polynomials: common divisors, affine variables, piecewise ones.
polygcd(poly([1 2 3]), poly([2 3 4]))
polyaffine([1 2 3], [1 2])
pp = mkpp([0 1 2], [1 2 3; 4 5 6]);
d = ppder(pp); d.coefs, d.order
i = ppint(pp); i.coefs, ppval(i, [0.5 1.5])
ppjumps(pp)
try, ppder(1), catch e, disp(e.message), end
try, polyaffine(1), catch e, disp(e.message), end
