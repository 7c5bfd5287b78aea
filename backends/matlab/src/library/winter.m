% From blue to green.
function map = winter(n)
  if nargin == 0
    n = 64;
  end
  part = (0:n - 1)' / max(n - 1, 1);
  map = [zeros(n, 1), part, 1 - part / 2];
end
