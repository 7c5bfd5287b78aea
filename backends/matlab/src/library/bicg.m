% Bi-conjugate gradients.
function [x, flag, relres, iter, resvec] = bicg(A, b, tol, maxit, M1, M2, x0, varargin)
  if nargin < 2
    print_usage();
  end
  if nargin < 3 || isempty(tol)
    tol = 1e-6;
  end
  if nargin < 4 || isempty(maxit)
    maxit = min(20, numel(b));
  end
  M = eye(numel(b));
  if nargin > 4 && ~isempty(M1)
    M = M1;
    if nargin > 5 && ~isempty(M2)
      M = M1 * M2;
    end
  end
  x = zeros(size(b));
  if nargin > 6 && ~isempty(x0)
    x = x0;
  end
  r = b - A * x;
  other = r;
  scale = norm(b);
  resvec = norm(r);
  flag = 1;
  iter = 0;
  p = q = 0;
  rho = 1;
  for k = 1:maxit
    z = M \ r;
    y = M' \ other;
    next = y' * r;
    p = z + next / rho * p * (k > 1);
    q = y + next / rho * q * (k > 1);
    rho = next;
    v = A * p;
    alpha = rho / (q' * v);
    x += alpha * p;
    r -= alpha * v;
    other -= alpha * (A' * q);
    resvec(end + 1, 1) = norm(r);
    iter = k;
    if resvec(end) <= tol * scale
      flag = 0;
      break
    end
  end
  relres = resvec(end) / max(scale, realmin);
end
