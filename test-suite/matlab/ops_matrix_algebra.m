% Matrices as numbers.
A = [1 2; 3 4]; B = [5 6; 7 8]; A * B, A .* B, A / B, A \ B, A ./ B, A .\ B, A ^ 2, A .^ 2, 2 ^ A, 2 .^ A, A', A + 1, A - B, -A, A > 2, A == A', A & B > 5, ~A, A(:)', [A; B], [A, B], A * [1; 1], [1 1] * A, A ^ -1, A ^ 0.5, det(A), inv(A), trace(A), A(:, 1) * A(1, :), kron(A, [1 1]), A / 2, 2 \ A, A * 2, A .* [1 2], A .* [1; 2], A + [10; 20], [1 2 3] .* [1; 2], max(A, B'), mod(A, 2), any(A(:) > 3), norm(A), rank(A), A == 3, xor(A > 1, A > 2), A ^ 3 == A * A * A
try, A * [1 2 3], catch e, disp(e.message), end
try, A + [1 2 3], catch e, disp(e.message), end
try, [1 2 3] ^ 2, catch e, disp(e.message), end
try, A(3, 3), catch e, disp(e.message), end
