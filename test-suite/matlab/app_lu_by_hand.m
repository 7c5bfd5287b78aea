% Factors of a matrix, with exchanges of rows.
A = [2 1 1; 4 3 3; 8 7 9]; n = 3; P = eye(n); L = zeros(n); U = A;
for k = 1:n
  [~, m] = max(abs(U(k:end, k))); m += k - 1;
  U([k m], :) = U([m k], :); P([k m], :) = P([m k], :); L([k m], :) = L([m k], :);
  L(k, k) = 1;
  for j = k + 1:n
    L(j, k) = U(j, k) / U(k, k);
    U(j, :) -= L(j, k) * U(k, :);
  end
end
L, U, P
norm(P * A - L * U)
[l, u, p] = lu(A); isequal(abs(l - L) < 1e-15, true(3))
