% White alone.
function map = white(n)
  if nargin == 0
    n = 64;
  end
  map = ones(n, 3);
end
