% Conjugate gradients with a preconditioner.
function [x, flag, relres, iter, resvec, eigest] = pcg(A, b, tol, maxit, M1, M2, x0, varargin)
  if nargin < 2
    print_usage();
  end
  if nargin < 3 || isempty(tol)
    tol = 1e-6;
  end
  if nargin < 4 || isempty(maxit)
    maxit = min(20, numel(b));
  end
  apply = operator(A);
  condition = @(v) v;
  if nargin > 4 && ~isempty(M1)
    first = solver(M1);
    condition = first;
    if nargin > 5 && ~isempty(M2)
      second = solver(M2);
      condition = @(v) second(first(v));
    end
  end
  x = zeros(size(b));
  if nargin > 6 && ~isempty(x0)
    x = x0;
  end
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

function f = operator(A)
  if isnumeric(A)
    f = @(v) A * v;
  elseif ischar(A)
    f = str2func(A);
  else
    f = A;
  end
end

function f = solver(M)
  if isnumeric(M)
    f = @(v) M \ v;
  else
    f = M;
  end
end
