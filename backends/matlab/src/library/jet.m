% From blue over cyan and yellow to red.
function map = jet(n)
  if nargin == 0
    n = 64;
  end
  quarter = ceil(n / 4);
  rise = (1:quarter) / quarter;
  hill = [rise, ones(1, quarter - 1), fliplr(rise)]';
  green = ceil(quarter / 2) - (mod(n, 4) == 1) + (1:numel(hill))';
  map = zeros(n, 3);
  for column = 1:3
    at = green + (2 - column) * quarter;
    inside = at >= 1 & at <= n;
    map(at(inside), column) = hill(inside);
  end
end
