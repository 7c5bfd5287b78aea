% Stabilized bi-conjugate gradients.
function [x, flag, relres, iter, resvec] = bicgstab(A, b, tol, maxit, M1, M2, x0, varargin)
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
