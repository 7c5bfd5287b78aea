printf('%.6f\n', quad(@(x) x^2, 0, 1));
printf('%.6f\n', quadgk(@(x) exp(-x.^2), -Inf, Inf));
printf('%.6f\n', quadv(@(x) x^2, 0, 1));
printf('%.6f\n', quadl(@(x) sin(x), 0, pi));
printf('%.6f\n', integral(@(x) 1 ./ x, 1, e));
printf('%.6f\n', integral(@(x) x, 1, 0));
printf('%.6f\n', integral2(@(x, y) x .* y, 0, 1, 0, 2));
printf('%.6f %.6f\n', integral(@(x) [x, 2*x], 0, 1, 'ArrayValued', true));
printf('%.6f\n', quadgk(@(x) 1 ./ sqrt(x), 0, 1));
[t, y] = ode45(@(t, y) -y, [0 1], 1);
printf('%d %.4f\n', numel(t), y(end));
[t, y] = ode45(@(t, y) [y(2); -y(1)], [0 1 2], [1; 0])
x = lsode(@(x, t) -x, 1, [0 1 2])
