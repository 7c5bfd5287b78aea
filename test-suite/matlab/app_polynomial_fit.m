% A curve through points with noise that is known.
x = (0:0.5:3)'; y = 2 * x .^ 2 - x + 1 + 0.01 * (-1) .^ (1:numel(x))';
p = polyfit(x, y, 2); printf('%.3f ', p); printf('\n');
r = y - polyval(p, x); printf('%.4f\n', norm(r));
V = [x .^ 2, x, ones(size(x))]; c = V \ y; printf('%.3f ', c); printf('\n');
max(abs(c' - p)) < 1e-10
