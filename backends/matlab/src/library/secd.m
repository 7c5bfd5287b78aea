% The secant of an angle in degrees.
function y = secd(x)
  if nargin < 1
    print_usage();
  end
  y = 1 ./ cosd(x);
end
