% Shades of gray.
function map = gray(n)
  if nargin == 0
    n = 64;
  end
  if n == 1
    map = [0, 0, 0];
  else
    map = repmat((0:n - 1)' / (n - 1), 1, 3);
  end
end
