% Elements of an array, each several times.
function y = repelem(x, varargin)
  if nargin < 2
    print_usage();
  end
  if numel(varargin) == 1
    count = varargin{1};
    if isscalar(x)
      y = x * ones(1, 0);
      y = repmat(x, 1, count);
    elseif isvector(x)
      at = places(numel(x), count);
      y = x(at);
      if size(x, 2) == 1
        y = y(:);
      end
    else
      error('repelem: %dD Array requires %d or more input arguments, but only %d given', ndims(x), ndims(x) + 1, 2);
    end
    return
  end
  subscripts = cell(1, max(numel(varargin), ndims(x)));
  for dim = 1:numel(subscripts)
    if dim <= numel(varargin)
      subscripts{dim} = places(size(x, dim), varargin{dim});
    else
      subscripts{dim} = ':';
    end
  end
  y = x(subscripts{:});
end

function at = places(extent, counts)
  if isscalar(counts)
    at = reshape(repmat(1:extent, counts, 1), 1, []);
  elseif numel(counts) == extent
    at = zeros(1, 0);
    for k = 1:extent
      at = [at, repmat(k, 1, counts(k))];
    end
  else
    error('repelem: R1 must either be scalar or have the same number of elements as the vector to be replicated');
  end
end
