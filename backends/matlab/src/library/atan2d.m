% The angle of a point in degrees.
function d = atan2d(y, x)
  if nargin ~= 2
    print_usage();
  end
  d = 180 ./ pi .* atan2(y, x);
end
