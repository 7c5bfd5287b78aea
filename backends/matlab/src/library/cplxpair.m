% Complex numbers in conjugate pairs, real ones behind them.
function y = cplxpair(z, tol, dim)
  if nargin < 1
    print_usage();
  end
  if isempty(z)
    y = zeros(size(z));
    return
  end
  if nargin < 2 || isempty(tol)
    tol = 100 * eps(class(z));
  end
  if nargin < 3
    dim = find(size(z) ~= 1, 1);
    if isempty(dim)
      dim = 1;
    end
  end
  order = [dim, 1:dim - 1, dim + 1:ndims(z)];
  moved = permute(z, order);
  extents = size(moved);
  y = moved;
  for column = 1:prod(extents(2:end))
    y(:, column) = paired(moved(:, column), tol);
  end
  y = ipermute(y, order);
end

function y = paired(z, tol)
  is_real = abs(imag(z)) <= tol * abs(z);
  reals = sort(real(z(is_real)));
  left = z(~is_real);
  pairs = [];
  while ~isempty(left)
    [~, at] = min(real(left) + 0 * imag(left));
    one = left(at);
    left(at) = [];
    [distance, at] = min(abs(left - conj(one)));
    if isempty(distance) || distance > tol * abs(one)
      error('cplxpair: could not pair all complex numbers');
    end
    left(at) = [];
    down = complex(real(one), -abs(imag(one)));
    pairs = [pairs; down; conj(down)];
  end
  y = [pairs; reals];
end
