% Products with the places and values of what is not zero.
A = [0 2 0; 1 0 3; 0 0 4]; [r, c, v] = find(A); x = [1; 2; 3];
y = accumarray(r, v .* x(c), [3 1]), isequal(y, A * x), [r c v], B = zeros(3); B(sub2ind([3 3], r, c)) = v; isequal(A, B), nnz(A) / numel(A)
