% Shades of pink.
function map = pink(n)
  if nargin == 0
    n = 64;
  end
  map = sqrt((2 * gray(n) + hot(n)) / 3);
end
