% Conjugate gradients, squared.
function [x, flag, relres, iter, resvec] = cgs(A, b, tol, maxit, M1, M2, x0, varargin)
  if nargin < 2
    print_usage();
  end
  if nargin < 3 || isempty(tol)
    tol = 1e-6;
  end
  if nargin < 4 || isempty(maxit)
    maxit = min(20, numel(b));
  end
  if isnumeric(A)
    apply = @(v) A * v;
  else
    apply = A;
  end
  condition = @(v) v;
  if nargin > 4 && ~isempty(M1)
    condition = @(v) M1 \ v;
    if nargin > 5 && ~isempty(M2)
      condition = @(v) M2 \ (M1 \ v);
    end
  end
  x = zeros(size(b));
  if nargin > 6 && ~isempty(x0)
    x = x0;
  end
  r = b - apply(x);
  shadow = r;
  scale = norm(b);
  resvec = norm(r);
  flag = 1;
  iter = 0;
  p = q = zeros(size(b));
  rho = 1;
  for k = 1:maxit
    next = shadow' * r;
    beta = next / rho * (k > 1);
    rho = next;
    u = r + beta * q;
    p = u + beta * (q + beta * p);
    v = apply(condition(p));
    alpha = rho / (shadow' * v);
    q = u - alpha * v;
    shown = condition(u + q);
    x += alpha * shown;
    r -= alpha * apply(shown);
    resvec(end + 1, 1) = norm(r);
    iter = k;
    if resvec(end) <= tol * scale
      flag = 0;
      break
    end
  end
  relres = resvec(end) / max(scale, realmin);
end
