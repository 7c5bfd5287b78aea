% The integral over a box in space.
function q = triplequad(f, xa, xb, ya, yb, za, zb, varargin)
  if nargin < 7
    print_usage();
  end
  if ischar(f)
    f = str2func(f);
  end
  q = quadgk(@(z) arrayfun(@(one) dblquad(@(x, y) f(x, y, one), xa, xb, ya, yb), z), za, zb);
end
