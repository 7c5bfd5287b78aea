% The area of a polygon, of each column for matrices.
function a = polyarea(x, y, dim)
  if nargin < 2
    print_usage();
  end
  if ~size_equal(x, y)
    error('polyarea: X and Y must have the same shape');
  end
  if nargin == 2
    a = abs(sum(x .* (circshift(y, -1) - circshift(y, 1)))) / 2;
  else
    a = abs(sum(x .* (circshift(y, -1, dim) - circshift(y, 1, dim)), dim)) / 2;
  end
end
