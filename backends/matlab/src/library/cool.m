% From cyan to magenta.
function map = cool(n)
  if nargin == 0
    n = 64;
  end
  part = (0:n - 1)' / max(n - 1, 1);
  map = [part, 1 - part, ones(n, 1)];
end
