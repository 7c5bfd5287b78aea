% The jumps of a piecewise polynomial at its breaks.
function jumps = ppjumps(pp)
  if nargin < 1
    print_usage();
  end
  if ~(isstruct(pp) && isfield(pp, 'form') && strcmp(pp.form, 'pp'))
    error('ppjumps: PP must be a structure');
  end
  [x, p, n, k, d] = unmkpp(pp);
  count = prod(d);
  left = p(1:count * (n - 1), :);
  right = p(count + 1:end, :);
  widths = kron(diff(x(1:n))(:), ones(count, 1));
  values = zeros(size(widths));
  for at = 1:k
    values = values .* widths + left(:, at);
  end
  jumps = reshape(right(:, k) - values, [d, n - 1]);
end
