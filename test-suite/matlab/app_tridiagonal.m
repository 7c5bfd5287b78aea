% The algorithm of Thomas for tridiagonal systems.
1;
function x = thomas(a, b, c, d)
  n = numel(d);
  for k = 2:n
    w = a(k) / b(k - 1);
    b(k) -= w * c(k - 1);
    d(k) -= w * d(k - 1);
  end
  x = zeros(n, 1);
  x(n) = d(n) / b(n);
  for k = n - 1:-1:1
    x(k) = (d(k) - c(k) * x(k + 1)) / b(k);
  end
end
n = 6; a = -ones(n, 1); b = 4 * ones(n, 1); c = a; d = (1:n)';
x = thomas(a, b, c, d)
A = diag(b) + diag(c(1:end - 1), 1) + diag(a(2:end), -1);
norm(A * x - d) < 1e-12
