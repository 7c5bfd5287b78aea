% Coordinates of other kinds.
[t, r] = cart2pol(1, 2)
[t, r, z] = cart2pol([1 0], [2 -1], [5 6])
t = cart2pol([3 4; 0 1])
[x, y] = pol2cart(pi / 4, 2)
[x, y, z] = pol2cart([0 pi], [1 2], [3 4])
[t, p, r] = cart2sph(1, 2, 3)
[t, p, r] = cart2sph([1 2 3; 0 0 1])
[x, y, z] = sph2cart(1, 2, 3)
try, cart2pol(), catch e, disp(e.message), end
try, cart2sph(1, 2), catch e, disp(e.message), end
try, sph2cart(1, 2, 3, 4), catch e, disp(e.message), end
