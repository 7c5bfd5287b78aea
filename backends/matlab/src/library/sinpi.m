% The sine of a multiple of pi.
function y = sinpi(x)
  if nargin < 1
    print_usage();
  end
  x = rem(x, 2);
  y = sin(x * pi);
  y(x == fix(x)) = 0;
  y(x == 0.5 | x == -1.5) = 1;
  y(x == 1.5 | x == -0.5) = -1;
end
