% Convolution in any number of dimensions.
function C = convn(A, B, shape)
  if nargin < 2
    print_usage();
  end
  if nargin < 3
    shape = 'full';
  end
  count = max(ndims(A), ndims(B));
  a = ones(1, count);
  b = ones(1, count);
  a(1:ndims(A)) = size(A);
  b(1:ndims(B)) = size(B);
  C = zeros(a + b - 1);
  at = cell(1, count);
  subscripts = cell(1, count);
  for k = 1:numel(B)
    [at{:}] = ind2sub([b, 1], k);
    for dim = 1:count
      subscripts{dim} = at{dim}:at{dim} + a(dim) - 1;
    end
    C(subscripts{:}) += A * B(k);
  end
  switch shape
    case 'full'
    case 'same'
      for dim = 1:count
        first = ceil((b(dim) + 1) / 2);
        subscripts{dim} = first:first + a(dim) - 1;
      end
      C = C(subscripts{:});
    case 'valid'
      for dim = 1:count
        subscripts{dim} = b(dim):a(dim);
      end
      C = C(subscripts{:});
    otherwise
      error('convn: SHAPE type not valid');
  end
end
