% Matrices with names.
magic(3)
magic(4)
magic(5)
magic(6)
magic(10)
for n = [7 8 14 16]
  M = magic(n);
  s = n * (n^2 + 1) / 2;
  disp([all(sum(M) == s), all(sum(M, 2) == s), sum(diag(M)) == s, isequal(sort(M(:))', 1:n^2)])
end
hilb(3)
invhilb(4)
vander([1 2 3])
vander([1 2 3], 2)
toeplitz([1 2 3])
toeplitz([1 2 3], [1 5 6 7])
toeplitz([1i 2])
hankel([1 2 3])
hankel([1 2 3], [3 5 6])
wilkinson(4)
pascal(4)
pascal(4, -1)
pascal(4, 1)
pascal(4, 2)
pascal(3, 2)
hadamard(4)
hadamard(12)
H = hadamard(20);
isequal(H * H', 20 * eye(20))
H = hadamard(28);
isequal(H * H', 28 * eye(28))
H = hadamard(48);
isequal(H * H', 48 * eye(48))
rosser()
try, magic(-1), catch err, disp(err.message), end
try, hadamard(3), catch err, disp(err.message), end
try, pascal(3, 3), catch err, disp(err.message), end
