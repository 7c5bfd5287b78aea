% Bi-conjugate gradients.
function [x, flag, relres, iter, resvec] = bicg(A, b, varargin)
  if nargin < 2
    print_usage();
  end
  [~, ~, tol, maxit, x] = __krylov__(A, b, 20, varargin{:});
  % Transposes are needed, too, so preconditioners are matrices.
  M = eye(numel(b));
  given = varargin(3:min(end, 4));
  for at = find(~cellfun(@isempty, given))
    M = M * given{at};
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
