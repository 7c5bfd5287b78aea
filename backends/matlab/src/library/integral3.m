% The integral over a region in space.
function q = integral3(f, xa, xb, ya, yb, za, zb, varargin)
  if nargin < 7
    print_usage();
  end
  if ~is_function_handle(f)
    error('integral3: F must be a function handle');
  end
  q = quadgk(@(x) arrayfun(@(one) over_y(f, one, ya, yb, za, zb), x), xa, xb, 'AbsTol', 1e-10, 'RelTol', 1e-8);
end

function q = over_y(f, x, ya, yb, za, zb)
  low = bound(ya, x);
  high = bound(yb, x);
  q = quadgk(@(y) arrayfun(@(one) over_z(f, x, one, za, zb), y), low, high, 'AbsTol', 1e-11, 'RelTol', 1e-9);
end

function q = over_z(f, x, y, za, zb)
  q = quadgk(@(z) f(x * ones(size(z)), y * ones(size(z)), z), bound(za, x, y), bound(zb, x, y), 'AbsTol', 1e-12, 'RelTol', 1e-10);
end

function value = bound(b, varargin)
  value = b;
  if is_function_handle(b)
    value = b(varargin{:});
  end
end
