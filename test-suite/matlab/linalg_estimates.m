% Norms and condition numbers by estimates.
normest1([1 2; 3 4]), condest([1 2; 3 4]), condest(eye(3))
try, condest([1 2 3]), catch e, disp(e.message), end
z = polyeig([1 2; 3 4], [5 6; 7 8], eye(2)); printf('%.4f\n', sort(real(z)));
cond([1 2; 3 4]), cond(eye(2)), null([1 1; 1 1]), orth([1 1; 1 1]), pinv([1 2; 3 4; 5 6]), expm([0 1; 0 0]), rank(magic(4)), trace([1 2; 3 4])
[q, r] = qr([1 2; 3 4]); abs(q), abs(r), [l, u, p] = lu([1 2; 3 4]), chol([4 2; 2 3]), [v, d] = eig([2 0; 0 3]), svd([3 0; 0 4]), [u, s, v] = svd([2 0; 0 1]), kron(eye(2), [1 2]), det(magic(3)), inv([2 0; 0 4]), [1 2; 3 4] \ [5; 6], [1 2; 3 4; 5 6] \ [1; 2; 3]
