% The angle in degrees of a cotangent.
function y = acotd(x)
  if nargin < 1
    print_usage();
  end
  y = atand(1 ./ x);
end
