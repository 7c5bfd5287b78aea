% The angle in degrees of a cosecant.
function y = acscd(x)
  if nargin < 1
    print_usage();
  end
  y = acsc(x) .* 180 ./ pi;
end
