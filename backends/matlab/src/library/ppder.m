% The derivative of a piecewise polynomial.
function ppd = ppder(pp, m)
  if nargin < 1
    print_usage();
  end
  if nargin < 2
    m = 1;
  elseif ~(isscalar(m) && m > 0 && m == fix(m))
    error('ppder: M must be a positive integer');
  end
  if ~(isstruct(pp) && isfield(pp, 'form') && strcmp(pp.form, 'pp'))
    error('ppder: PP must be a structure');
  end
  [x, p, n, k, d] = unmkpp(pp);
  if k - m <= 0
    ppd = mkpp([x(1), x(end)], zeros(prod(d), 1), d);
    return
  end
  for times = 1:m
    p = p(:, 1:k - times) .* (k - times:-1:1);
  end
  ppd = mkpp(x, p, d);
end
