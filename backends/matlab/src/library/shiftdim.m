% Dimensions in another order, or without leading ones.
function [y, ns] = shiftdim(x, n)
  if nargin == 0
    print_usage();
  end
  if isempty(x)
    error('shiftdim: X must not be empty');
  end
  if nargin == 1
    n = find(size(x) ~= 1, 1) - 1;
    if isempty(n)
      n = 0;
    end
    ns = n;
  else
    ns = n;
  end
  count = ndims(x);
  if n >= count
    n = rem(n, count);
  end
  if n < 0
    extents = size(x);
    y = reshape(x, [ones(1, -n), extents]);
  elseif n > 0
    y = permute(x, [n + 1:count, 1:n]);
  else
    y = x;
  end
end
