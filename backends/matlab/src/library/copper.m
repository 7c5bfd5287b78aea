% From black to copper.
function map = copper(n)
  if nargin == 0
    n = 64;
  end
  part = (0:n - 1)' / max(n - 1, 1);
  map = [min(1.25 * part, 1), 0.7812 * part, 0.4975 * part];
end
