% Coordinates of a surface of revolution whose radius changes with the height.
function [x, y, z] = cylinder(r, n)
  if nargin < 1
    r = [1, 1];
  end
  if nargin < 2
    n = 20;
  end
  if numel(r) < 2
    error('cylinder: length (R) must be larger than 2');
  end
  angles = linspace(0, 2 * pi, n + 1);
  z = linspace(0, 1, numel(r))' * ones(1, n + 1);
  x = r(:) * cos(angles);
  y = r(:) * sin(angles);
  if nargout == 0
    surf(x, y, z);
    clear x y z
  end
end
