% The points of a sphere.
function [xx, yy, zz] = sphere(varargin)
  n = 20;
  if nargin > 0
    n = varargin{end};
  end
  theta = linspace(0, 2 * pi, n + 1);
  phi = linspace(-pi / 2, pi / 2, n + 1);
  [theta, phi] = meshgrid(theta, phi);
  xx = cos(phi) .* cos(theta);
  yy = cos(phi) .* sin(theta);
  zz = sin(phi);
  if nargout == 0
    surf(xx, yy, zz);
    clear xx yy zz
  end
end
