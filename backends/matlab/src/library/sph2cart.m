% Spherical to Cartesian coordinates.
function [x, y, z] = sph2cart(theta, phi, r)
  if nargin ~= 1 && nargin ~= 3
    print_usage();
  end
  if nargin == 1
    r = theta(:, 3);
    phi = theta(:, 2);
    theta = theta(:, 1);
  end
  x = r .* cos(phi) .* cos(theta);
  y = r .* cos(phi) .* sin(theta);
  z = r .* sin(phi);
end
