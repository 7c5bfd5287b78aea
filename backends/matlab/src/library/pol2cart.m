% Polar or cylindrical to Cartesian coordinates.
function [x, y, z] = pol2cart(theta, r, z)
  if nargin == 0
    print_usage();
  end
  if nargin == 1
    if size(theta, 2) == 3
      z = theta(:, 3);
    else
      z = [];
    end
    r = theta(:, 2);
    theta = theta(:, 1);
  elseif nargin == 2
    z = [];
  end
  x = r .* cos(theta);
  y = r .* sin(theta);
end
