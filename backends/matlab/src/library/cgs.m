% Conjugate gradients, squared.
function [x, flag, relres, iter, resvec] = cgs(A, b, varargin)
  if nargin < 2
    print_usage();
  end
  [apply, condition, tol, maxit, x] = __krylov__(A, b, 20, varargin{:});
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
