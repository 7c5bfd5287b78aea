% Conjugate gradients with a preconditioner.
function [x, flag, relres, iter, resvec, eigest] = pcg(A, b, varargin)
  if nargin < 2
    print_usage();
  end
  [apply, condition, tol, maxit, x] = __krylov__(A, b, 20, varargin{:});
  r = b - apply(x);
  scale = norm(b);
  resvec = norm(r);
  best = x;
  best_norm = resvec;
  iter = 0;
  flag = 1;
  z = condition(r);
  p = z;
  rho = r' * z;
  if resvec <= tol * scale
    flag = 0;
  end
  for k = 1:maxit * (flag == 1)
    q = apply(p);
    curvature = p' * q;
    if curvature <= 0
      flag = 4;
      break
    end
    alpha = rho / curvature;
    x += alpha * p;
    r -= alpha * q;
    resvec(end + 1, 1) = norm(r);
    if resvec(end) < best_norm
      best = x;
      best_norm = resvec(end);
      iter = k;
    end
    if resvec(end) <= tol * scale
      flag = 0;
      break
    end
    z = condition(r);
    next = r' * z;
    p = z + next / rho * p;
    rho = next;
  end
  x = best;
  relres = best_norm / max(scale, realmin);
  eigest = [NaN, NaN];
  if nargout < 2
    if flag == 0
      printf("pcg converged at iteration %d with relative residual %g\n", iter, relres);
    elseif flag == 1
      printf("pcg stopped at iteration %d without converging to the desired tolerance %g ", numel(resvec), tol);
      printf("because the maximum number of iteration was reached, \n");
      printf("The iterated returned (number %d) has relative residual %g \n", iter, relres);
    end
  end
end
