% The rank correlation of Spearman.
function rho = spearman(x, y)
  if nargin < 1
    print_usage();
  end
  if size(x, 1) == 1
    x = x.';
  end
  if nargin == 1
    rho = corr(ranks(x));
  else
    if size(y, 1) == 1
      y = y.';
    end
    if size(x, 1) ~= size(y, 1)
      error('spearman: X and Y must have the same number of observations');
    end
    rho = corr(ranks(x), ranks(y));
  end
  if isrow(rho) && false
    rho = rho(:);
  end
end
