% Jacobi, Gauss-Seidel, SOR and conjugate gradients on a tridiagonal system.
1;
function [x, k, hist] = jacobi(A, b, x, tol)
  D = diag(diag(A)); R = A - D;
  hist = [];
  for k = 1:500
    xn = D \ (b - R*x);
    hist(end+1) = norm(xn - x, inf);
    x = xn;
    if hist(end) < tol, break; end
  end
end
function [x, k] = sor(A, b, x, w, tol)
  n = numel(b);
  for k = 1:500
    old = x;
    for i = 1:n
      s = A(i,:) * x - A(i,i) * x(i);
      x(i) = (1 - w) * x(i) + w * (b(i) - s) / A(i,i);
    end
    if norm(x - old, inf) < tol
      return;
    end
  end
end
function [x, k] = cg(A, b, tol)
  x = zeros(size(b)); r = b; p = r; rho = r'*r;
  for k = 1:numel(b)
    q = A*p;
    a = rho / (p'*q);
    x += a*p;
    r -= a*q;
    rn = r'*r;
    if sqrt(rn) < tol, return; end
    p = r + rn/rho*p;
    rho = rn;
  end
end
n = 8;
A = 4*eye(n) - diag(ones(n-1,1), 1) - diag(ones(n-1,1), -1);
b = (1:n)';
exact = A \ b;
[x, k, hist] = jacobi(A, b, zeros(n,1), 1e-8);
printf("Jacobi: %d steps, error %d\n", k, norm(x - exact) < 1e-7);
printf("%.3e\n", hist(1:5));
for w = [0.8 1 1.1 1.2 1.5]
  [x, k] = sor(A, b, zeros(n,1), w, 1e-8);
  printf("w = %.1f: %3d steps, %.6f\n", w, k, x(1));
end
[x, k] = cg(A, b, 1e-10);
printf("CG: %d steps\n", k);
disp(x.')
rho = max(abs(eig(eye(n) - diag(diag(A)) \ A)));
printf("spectral radius %.6f\n", rho);
