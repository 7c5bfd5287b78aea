% From green to yellow.
function map = summer(n)
  if nargin == 0
    n = 64;
  end
  part = (0:n - 1)' / max(n - 1, 1);
  map = [part, 0.5 + part / 2, 0.4 * ones(n, 1)];
end
