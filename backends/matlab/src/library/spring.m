% From magenta to yellow.
function map = spring(n)
  if nargin == 0
    n = 64;
  end
  part = (0:n - 1)' / max(n - 1, 1);
  map = [ones(n, 1), part, 1 - part];
end
