% Integrals over planes and boxes.
printf('%.6f\n', quad2d(@(x, y) x .* y, 0, 1, 0, 2));
printf('%.6f\n', integral3(@(x, y, z) x .* y .* z, 0, 1, 0, 1, 0, 2));
printf('%.6f\n', triplequad(@(x, y, z) x + y + z, 0, 1, 0, 1, 0, 1));
printf('%.6f\n', dblquad(@(x, y) x .* y, 0, 1, 0, 1));
printf('%.6f\n', quadcc(@(x) sin(x), 0, pi));
printf('%.6f\n', quad2d(@(x, y) cos(x) .* y, 0, 1, @(x) -x, @(x) x + 1));
