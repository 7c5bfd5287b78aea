% Cartesian to polar or cylindrical coordinates.
function [theta, r, z] = cart2pol(x, y, z)
  if nargin == 0
    print_usage();
  end
  if nargin == 1
    if size(x, 2) == 3
      z = x(:, 3);
    elseif size(x, 2) ~= 2
      error('cart2pol: matrix input must be a 2-D numeric array with 2 or 3 columns [THETA, R (, Z)]');
    else
      z = [];
    end
    y = x(:, 2);
    x = x(:, 1);
  elseif nargin == 2
    z = [];
  end
  theta = atan2(y, x);
  r = sqrt(x .^ 2 + y .^ 2);
end
