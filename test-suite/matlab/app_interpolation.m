% Values between points.
x = 0:4; y = x .^ 2; xi = [0.5 1.5 3.25];
interp1(x, y, xi), interp1(x, y, xi, 'nearest'), interp1(x, y, xi, 'spline'), interp1(x, y, xi, 'pchip'), interp1(x, y, 9), interp1(x, y, 9, 'linear', 'extrap'), spline(x, y, xi), polyval(polyfit(x, y, 2), xi), interp2([1 2; 3 4], 1.5, 1.5), lookup(x, xi)
L = @(k, t) prod(t - x([1:k - 1, k + 1:end])) / prod(x(k) - x([1:k - 1, k + 1:end]));
sum(arrayfun(@(k) y(k) * L(k, 2.5), 1:5))
