% Least squares with a solution that is not negative.
function [x, resnorm, residual, exitflag, output, lambda] = lsqnonneg(C, d, x0, options)
  if nargin < 2
    print_usage();
  end
  if ~(isnumeric(C) && ismatrix(C) && isnumeric(d) && ismatrix(d))
    error('lsqnonneg: C and D must be numeric matrices');
  end
  n = size(C, 2);
  x = zeros(n, 1);
  free = false(n, 1);
  rounds = 0;
  tol = 10 * eps * norm(C, 1) * max(size(C));
  lambda = C' * (d - C * x);
  most = 1e5;
  while any(~free & lambda > tol) && rounds < most
    rounds++;
    gains = lambda;
    gains(free) = -Inf;
    [~, at] = max(gains);
    free(at) = true;
    while true
      z = zeros(n, 1);
      z(free) = C(:, free) \ d;
      bad = free & z <= 0;
      if ~any(bad)
        break
      end
      steps = Inf(n, 1);
      steps(bad) = x(bad) ./ (x(bad) - z(bad));
      [step, at] = min(steps);
      x += step * (z - x);
      free(at) = false;
      free(free & x <= 0) = false;
      x(~free) = 0;
    end
    x = z;
    lambda = C' * (d - C * x);
  end
  residual = d - C * x;
  resnorm = residual' * residual;
  exitflag = rounds * (rounds < most);
  output = struct('algorithm', 'nnls-cholesky', 'iterations', rounds);
end
