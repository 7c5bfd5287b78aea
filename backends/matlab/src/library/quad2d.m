% The integral over a plane region.
function q = quad2d(f, xa, xb, ya, yb, varargin)
  if nargin < 5
    print_usage();
  end
  if ~is_function_handle(ya)
    ya = @(x) ya * ones(size(x));
  end
  if ~is_function_handle(yb)
    yb = @(x) yb * ones(size(x));
  end
  q = integral2(f, xa, xb, ya, yb, 'AbsTol', 1e-10, 'RelTol', 1e-8);
end
