% The cotangent of an angle in degrees.
function y = cotd(x)
  if nargin < 1
    print_usage();
  end
  y = 1 ./ tand(x);
end
