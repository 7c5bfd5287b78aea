% A surface with peaks, to try methods on.
function [X, Y, Z] = peaks(x, y)
  if nargin == 0
    x = y = linspace(-3, 3, 49);
  elseif nargin == 1
    if isscalar(x)
      x = y = linspace(-3, 3, x);
    elseif isvector(x)
      y = x;
    else
      error('peaks: X argument must be a scalar or vector');
    end
  end
  if isvector(x) && isvector(y)
    [x, y] = meshgrid(x, y);
  end
  Z = 3 * (1 - x) .^ 2 .* exp(-x .^ 2 - (y + 1) .^ 2) ...
      - 10 * (x / 5 - x .^ 3 - y .^ 5) .* exp(-x .^ 2 - y .^ 2) ...
      - 1 / 3 * exp(-(x + 1) .^ 2 - y .^ 2);
  if nargout == 0
    surf(x, y, Z);
  elseif nargout == 1
    X = Z;
  else
    X = x;
    Y = y;
  end
end
