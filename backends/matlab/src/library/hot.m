% From black over red and yellow to white.
function map = hot(n)
  if nargin == 0
    n = 64;
  end
  third = floor(3 / 8 * n);
  red = min((1:n)' / max(third, 1), 1);
  green = min(max(((1:n)' - third) / max(third, 1), 0), 1);
  blue = min(max(((1:n)' - 2 * third) / max(n - 2 * third, 1), 0), 1);
  map = [red, green, blue];
end
