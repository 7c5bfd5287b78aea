% Coordinates there and back.
[x, y] = meshgrid(-1:1); [t, r] = cart2pol(x, y); [a, b] = pol2cart(t, r); max(abs(a(:) - x(:))) < 1e-15, max(abs(b(:) - y(:))) < 1e-15
[t, p, r] = cart2sph(1, -2, 3); [x, y, z] = sph2cart(t, p, r); printf('%.6f ', x, y, z); printf('\n');
polyarea([0 4 4 0], [0 0 3 3]), polyarea(cos(0:0.1:2*pi), sin(0:0.1:2*pi)), inpolygon(0.5, 0.5, [0 1 1 0], [0 0 1 1]), rectint([0 0 1 1], [0.5 0.5 1 1])
