% Areas of polygons and rectangles, and points in polygons.
disp(polyarea([0 1 1 0], [0 0 1 1]))
disp(polyarea([0 2 1; 0 4 2]', [0 0 3; 0 0 6]'))
in = inpolygon([0.5 2 1], [0.5 2 0.5], [0 1 1 0], [0 0 1 1])
[in, on] = inpolygon([0.5 2 1 0], [0.5 2 0.5 0], [0 1 1 0], [0 0 1 1])
star_x = [0 1 0.2 0.9 0.1]; star_y = [0 1 1.2 0.1 0.8];
[gx, gy] = meshgrid(0:0.25:1);
inpolygon(gx, gy, star_x, star_y)
rectint([0 0 2 2], [1 1 2 2; 0 0 1 1; 5 5 1 1])
rectint([0 0 2 2; 1 1 1 1], [0.5 0.5 1 1])
try, polyarea([1 2], [1 2 3]), catch e, disp(e.message), end
try, rectint([0 0 1], [0 0 1 1]), catch e, disp(e.message), end
try, inpolygon(1, [1 2], [0 1 1], [0 0 1]), catch e, disp(e.message), end
