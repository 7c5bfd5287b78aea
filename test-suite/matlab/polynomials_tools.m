% Polynomials by their coefficients.
p = [1 -6 11 -6]; roots(p), poly([1 2 3]), polyval(p, [0 1 4]), polyder(p), polyint([3 2 1]), conv([1 1], [1 -1]), [q, r] = deconv(p, [1 -1]), polyfit([0 1 2], [1 3 7], 2), polyout([1 2 3], 'x'), mpoles([1 1 2])', polyreduce([0 0 1 2]), polyvalm([1 0 1], [1 2; 3 4]), compan([1 2 3]), residue([1], [1 3 2])', polygcd([1 -3 2], [1 -1])
[pp, s] = polyfit(1:4, [1 4 9 16], 2); s.df, s.normr < 1e-10
try, polyval('a', {}), catch e, disp(e.message), end
