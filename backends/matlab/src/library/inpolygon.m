% Which points are in a polygon, and which are on its edge.
function [in, on] = inpolygon(x, y, xv, yv)
  if nargin ~= 4
    print_usage();
  end
  if ~(isreal(x) && isreal(y) && size_equal(x, y))
    error('inpolygon: X and Y must be real arrays of the same size');
  elseif ~(isreal(xv) && isreal(yv) && isvector(xv) && size_equal(xv, yv))
    error('inpolygon: XV and YV must be real vectors of the same size');
  end
  in = on = false(size(x));
  count = numel(xv);
  before = count;
  for at = 1:count
    dx = xv(before) - xv(at);
    dy = yv(before) - yv(at);
    side = dx .* (y - yv(at)) - (x - xv(at)) .* dy;
    crosses = (yv(at) <= y & y < yv(before)) | (yv(before) <= y & y < yv(at));
    left = crosses & 0 < side .* sign(dy);
    in(left) = ~in(left);
    within = ((yv(at) <= y & y <= yv(before)) | (yv(before) <= y & y <= yv(at))) ...
             & ((xv(at) <= x & x <= xv(before)) | (xv(before) <= x & x <= xv(at)));
    on = on | (within & side == 0);
    before = at;
  end
  in = in | on;
end
