% Coordinates of the surface of an ellipsoid.
function [x, y, z] = ellipsoid(xc, yc, zc, xr, yr, zr, n)
  if nargin < 6
    print_usage();
  end
  if nargin < 7
    n = 20;
  end
  height = linspace(-pi / 2, pi / 2, n + 1)';
  angle = linspace(0, 2 * pi, n + 1);
  x = xr * cos(height) * cos(angle) + xc;
  y = yr * cos(height) * sin(angle) + yc;
  z = zr * sin(height) * ones(1, n + 1) + zc;
  if nargout == 0
    surf(x, y, z);
    clear x y z
  end
end
