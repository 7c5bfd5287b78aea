% The ranks of values, ties by their mean.
function y = ranks(x, dim)
  if nargin < 1
    print_usage();
  end
  if nargin < 2
    dim = find(size(x) ~= 1, 1);
    if isempty(dim)
      dim = 1;
    end
  end
  order = [dim, 1:dim - 1, dim + 1:ndims(x)];
  moved = permute(x, order);
  extents = size(moved);
  y = zeros(extents);
  for column = 1:prod(extents(2:end))
    values = moved(:, column);
    for at = 1:numel(values)
      y(at, column) = sum(values < values(at)) + (sum(values == values(at)) + 1) / 2;
    end
  end
  y = ipermute(y, order);
end
