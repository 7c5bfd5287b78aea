% The cosecant of an angle in degrees.
function y = cscd(x)
  if nargin < 1
    print_usage();
  end
  y = 1 ./ sind(x);
end
