% A function with two humps, to try methods on.
function [x, y] = humps(x)
  if nargin == 0
    x = 0:0.05:1;
  end
  values = -6 + 1 ./ ((x - 0.3) .^ 2 + 0.01) + 1 ./ ((x - 0.9) .^ 2 + 0.04);
  if nargout <= 1
    x = values;
  else
    y = values;
  end
end
