% Matrices of names.
hilb(3), invhilb(3), vander([1 2 3]), toeplitz([1 2 3]), hankel([1 2 3]), pascal(4), rosser()(1:2, 1:3), wilkinson(3), magic(4), hadamard(4), compan([1 2 3])
