% Stabilized bi-conjugate gradients.
function [x, flag, relres, iter, resvec] = bicgstab(A, b, varargin)
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
  rho = alpha = omega = 1;
  v = p = zeros(size(b));
  for k = 1:maxit
    next = shadow' * r;
    if next == 0
      flag = 4;
      break
    end
    p = r + next / rho * (alpha / omega) * (p - omega * v);
    rho = next;
    shown = condition(p);
    v = apply(shown);
    alpha = rho / (shadow' * v);
    s = r - alpha * v;
    x += alpha * shown;
    resvec(end + 1, 1) = norm(s);
    iter = k - 0.5;
    if norm(s) <= tol * scale
      flag = 0;
      r = s;
      break
    end
    shown = condition(s);
    t = apply(shown);
    omega = (t' * s) / (t' * t);
    x += omega * shown;
    r = s - omega * t;
    resvec(end + 1, 1) = norm(r);
    iter = k;
    if norm(r) <= tol * scale
      flag = 0;
      break
    end
  end
  relres = norm(r) / max(scale, realmin);
end
