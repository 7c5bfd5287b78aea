% Gray with a hue of blue.
function map = bone(n)
  if nargin == 0
    n = 64;
  end
  map = (7 * gray(n) + fliplr(hot(n))) / 8;
end
