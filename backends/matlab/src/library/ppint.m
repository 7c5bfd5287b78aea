% The integral of a piecewise polynomial, from its first break on.
function ppi = ppint(pp, c)
  if nargin < 1
    print_usage();
  end
  if nargin < 2
    c = 0;
  end
  if ~(isstruct(pp) && isfield(pp, 'form') && strcmp(pp.form, 'pp'))
    error('ppint: PP must be a structure');
  end
  [x, p, n, k, d] = unmkpp(pp);
  p = p ./ (k:-1:1);
  count = prod(d);
  start = repmat(c(:), count / numel(c), 1);
  constants = zeros(count, n);
  for piece = 1:n
    constants(:, piece) = start;
    width = x(piece + 1) - x(piece);
    rows_ = (piece - 1) * count + (1:count);
    start = start + p(rows_, :) * width .^ (k:-1:1)';
  end
  ppi = mkpp(x, [p, constants(:)], d);
end
