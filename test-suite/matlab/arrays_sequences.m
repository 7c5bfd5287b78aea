% Evenly spaced numbers.
linspace(0, 1, 5)
linspace(1, 0, 3)
linspace(5, 5, 3)
linspace(0, 1, 1)
size(linspace(0, 1, 0))
size(linspace(0, 1))
linspace([1; 2], [3; 4], 3)
linspace(0, 2i, 3)
class(linspace(single(0), 1, 3))
printf('%.17g ', linspace(0, 1, 11)); disp('')
printf('%.17g ', linspace(0.1, 0.7, 8)); disp('')
printf('%.17g ', linspace(-1, 1, 7)); disp('')
printf('%.17g ', linspace(1, 2, 10)); disp('')
logspace(0, 2, 3)
logspace(0, pi, 3)
logspace(-1, 1, 5)
colon(1, 4)
colon(1, 2, 7)
[x, y] = meshgrid(1:3, 1:2)
[x, y] = meshgrid(1:2);
x, y
[x, y, z] = meshgrid(1:2, 1:3, 1:2);
size(x), z(:)'
[a, b] = ndgrid(1:3, 1:2)
[a, b, c] = ndgrid(1:2);
size(c)
try, linspace([1; 2], [1; 2; 3], 3), catch err, disp(err.message), end
try, meshgrid([1 2; 3 4]), catch err, disp(err.message), end
try, linspace(0, 1, [2 3]), catch err, disp(err.message), end
