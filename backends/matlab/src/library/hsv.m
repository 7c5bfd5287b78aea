% Through all hues.
function map = hsv(n)
  if nargin == 0
    n = 64;
  end
  map = hsv2rgb([(0:n - 1)' / n, ones(n, 2)]);
end
