% Least squares with a solution that is not negative.
function [x, resnorm, residual, exitflag, output, lambda] = lsqnonneg(C, d, x0, options)
  if nargin < 2
    print_usage();
  end
  n = size(C, 2);
  x = zeros(n, 1);
  free = false(n, 1);
  rounds = 0;
  tol = 10 * eps * norm(C, 1) * max(size(C));
  lambda = C' * (d - C * x);
  while any(~free & lambda > tol)
    rounds++;
    gains = lambda;
    gains(free) = -Inf;
    [~, at] = max(gains);
    free(at) = true;
    while true
      z = zeros(n, 1);
      z(free) = C(:, free) \ d;
      bad = free & z <= tol;
      if ~any(bad)
        break
      end
      steps = x(bad) ./ (x(bad) - z(bad));
      x += min(steps) * (z - x);
      free(free & abs(x) <= tol) = false;
      x(~free) = 0;
    end
    x = z;
    lambda = C' * (d - C * x);
  end
  residual = d - C * x;
  resnorm = residual' * residual;
  exitflag = rounds;
  output = struct('algorithm', 'nnls-cholesky', 'iterations', rounds);
end
