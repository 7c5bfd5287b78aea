% Diagonals and triangles.
diag([1 2 3])
diag([1 2], 1)
diag([1 2], -1)
A = magic(3);
diag(A)'
diag(A, 1)'
diag(A, -2)
diag(A, 5)
diag([1 2 3], 3, 4)
diag(int8([1 2]))
diag({1, 2})
diag(5)
diag([])
tril(A)
triu(A)
tril(A, 1)
triu(A, 1)
tril(A, -1)
tril(A, 'pack')'
triu({1, 2; 3, 4})
tril(true(2))
triu(ones(2, 4))
tril(ones(4, 2))
full(diag([1 2]))
diag([1i 2])
diag(1:2) * 3
try, tril(ones(2, 2, 2)), catch err, disp(err.message), end
try, diag([1 2; 3 4], 3, 3), catch err, disp(err.message), end
try, diag([1 2], 'a'), catch err, disp(err.message), end
