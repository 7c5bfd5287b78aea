% The rank correlation of Kendall.
function tau = kendall(x, y)
  if nargin < 1
    print_usage();
  end
  if size(x, 1) == 1
    x = x.';
  end
  if nargin < 2
    y = x;
  elseif size(y, 1) == 1
    y = y.';
  end
  n = size(x, 1);
  if size(y, 1) ~= n
    error('kendall: X and Y must have the same number of observations');
  end
  x = ranks(x);
  y = ranks(y);
  tau = zeros(size(x, 2), size(y, 2));
  for a = 1:size(x, 2)
    for b = 1:size(y, 2)
      p = sign(x(:, a) - x(:, a).');
      q = sign(y(:, b) - y(:, b).');
      tau(a, b) = sum((p .* q)(:)) / (n * (n - 1));
    end
  end
end
