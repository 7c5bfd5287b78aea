% Generalized minimal residuals.
function [x, flag, relres, it, resvec] = gmres(A, b, restart, varargin)
  if nargin < 2
    print_usage();
  end
  [apply, condition, tol, maxit, x] = __krylov__(A, b, 10, varargin{:});
  if nargin < 3 || isempty(restart)
    inner = maxit;
    maxit = 1;
  else
    inner = min(restart, numel(b));
  end
  scale = norm(condition(b));
  r = condition(b - apply(x));
  resvec = norm(r);
  flag = 1;
  it = [0, 0];
  if resvec(1) <= tol * scale
    flag = 0;
  end
  outer = 0;
  while flag == 1 && outer < maxit
    outer++;
    beta = norm(r);
    V = r / beta;
    H = zeros(inner + 1, inner);
    for k = 1:inner
      w = condition(apply(V(:, k)));
      for at = 1:k
        H(at, k) = V(:, at)' * w;
        w -= H(at, k) * V(:, at);
      end
      H(k + 1, k) = norm(w);
      y = H(1:k + 1, 1:k) \ [beta; zeros(k, 1)];
      resvec(end + 1, 1) = norm([beta; zeros(k, 1)] - H(1:k + 1, 1:k) * y);
      it = [outer, k];
      if resvec(end) <= tol * scale
        flag = 0;
        break
      end
      if H(k + 1, k) == 0
        break
      end
      V(:, k + 1) = w / H(k + 1, k);
    end
    x += V(:, 1:k) * y;
    r = condition(b - apply(x));
  end
  relres = norm(r) / max(scale, realmin);
  if nargout < 2 && flag == 0
    printf("gmres converged at iteration %d to a solution with relative residual %g \n", it(2), relres);
  end
end
