% The cosine of a multiple of pi.
function y = cospi(x)
  if nargin < 1
    print_usage();
  end
  x = abs(rem(x, 2));
  y = cos(x * pi);
  y(x == 0.5 | x == 1.5) = 0;
  y(x == 1) = -1;
end
