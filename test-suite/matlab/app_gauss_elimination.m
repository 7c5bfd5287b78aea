% Gauss elimination with and without pivots, LU by hand, the inverse and the determinant from it.
1;
function x = gauss(A, b)
  n = rows(A);
  M = [A b];
  for k = 1:n-1
    [~, p] = max(abs(M(k:n, k)));
    p = p + k - 1;
    if p ~= k
      M([k p], :) = M([p k], :);
    end
    for i = k+1:n
      m = M(i,k) / M(k,k);
      M(i, k:end) = M(i, k:end) - m * M(k, k:end);
    end
  end
  x = zeros(n, columns(b));
  for i = n:-1:1
    x(i,:) = (M(i, n+1:end) - M(i, i+1:n) * x(i+1:n, :)) / M(i,i);
  end
end
function [L, U] = doolittle(A)
  n = size(A, 1);
  L = eye(n);
  U = zeros(n);
  for i = 1:n
    for j = i:n
      U(i,j) = A(i,j) - L(i,1:i-1) * U(1:i-1,j);
    end
    for j = i+1:n
      L(j,i) = (A(j,i) - L(j,1:i-1) * U(1:i-1,i)) / U(i,i);
    end
  end
end
A = [2 1 -1 3; 4 -6 0 1; -2 7 2 2; 1 1 1 1];
b = [8; -2; 9; 6];
x = gauss(A, b)
r = norm(A*x - b) < 1e-12
[L, U] = doolittle(A)
disp(norm(L*U - A) < 1e-12)
d = prod(diag(U));
printf("det %.6f %.6f\n", d, det(A));
X = gauss(A, eye(4));
printf("%8.4f %8.4f %8.4f %8.4f\n", X');
x2 = A \ b
[l, u, p] = lu(A)
[q, r] = qr(A)
c = cond(A)
H = hilb(5);
e = H \ (H * ones(5, 1));
printf("%.6f\n", e);
