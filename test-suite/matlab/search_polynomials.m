p = [1 -6 11 -6];
a = polyval(p, [0 1 2 4])
b = sort(round(roots(p) * 1e6) / 1e6)'
c = conv([1 2 3], [1 1])
[q, r] = deconv([1 3 5 4], [1 1])
d = polyder(p)
e = polyint([3 2 1])
f = poly([1 2 3])
g = polyvalm([1 0 1], [1 2; 3 4])
h = conv([1 2 3], [1 1], 'same')
k = polyder([1 2], [1 3])
[n, d] = polyder([1 2], [1 3])
l = roots([1 0 1])
m = roots([0 0])
o = polyreduce([0 0 1 2])
polyout([1 -2 3], 'x')
try, polyval({}, 1), catch err, disp(err.message), end
try, conv([1 2; 3 4], 1), catch err, disp(err.message), end
try, roots([1 NaN]), catch err, disp(err.message), end
