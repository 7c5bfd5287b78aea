% Dimensions in another order.
A = reshape(1:6, 2, 3);
permute(A, [2 1])
size(permute(A, [3 1 2]))
B = reshape(1:24, 2, 3, 4);
C = permute(B, [3 1 2]);
size(C)
C(:, :, 2)
isequal(ipermute(C, [3 1 2]), B)
permute({1, 'a'; 2, 'b'}, [2 1])
permute('abc', [2 1])
size(permute(B, [1 2 4 3]))
D = permute(B, [2 3 1]);
D(:, :, 1)
s = permute(struct('k', {1, 2, 3}), [2 1]);
size(s)
permute(eye(2), [2 1])
try, permute(A, [1 1]), catch err, disp(err.message), end
try, permute(A, [0 1]), catch err, disp(err.message), end
try, permute(A, [1 3]), catch err, disp(err.message), end
try, permute(B, [1 2]), catch err, disp(err.message), end
