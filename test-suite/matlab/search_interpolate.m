x = [1 2 3 4];
y = [1 4 9 16];
a = interp1(x, y, 2.5)
b = interp1(x, y, [1.5 2.5], 'nearest')
c = interp1(x, y, [1.5 2.5], 'previous')
d = interp1(x, y, [1.5 2.5], 'next')
e = interp1(x, y, [1.5 2.5], 'spline')
f = interp1(x, y, [1.5 2.5], 'pchip')
g = interp1(x, y, [0 5], 'linear', 'extrap')
h = interp1(x, y, [0 5], 'linear', 0)
k = interp1(y, 2.5)
l = interp1(x', [y' 2*y'], [1.5 2.5])
m = spline([0 1 2 3], [0 1 8 27], [0.5 1.5])
n = pchip([0 1 2 3], [0 1 8 27], 1.5)
o = ppval(mkpp([0 1 2], [1 0; 2 1]), [0.5 1.5])
p = interp2([1 2; 3 4], 1.5, 1.5)
pp = spline([0 1 2 3], [0 1 8 27])
try, interp1(1, 1, 1), catch err, disp(err.message), end
try, interp1(x, y, 2, 'foo'), catch err, disp(err.message), end
