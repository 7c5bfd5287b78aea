% The points of known surfaces.
[x, y, z] = sphere(3)
[x, y, z] = sphere(2);
size(x)
z = peaks(4)
[x, y, z] = peaks([-1 0 1]);
x, y, z
