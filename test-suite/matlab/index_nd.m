% Arrays with more than two dimensions.
A = reshape(1:24, 2, 3, 4);
A(:, :, 3)
A(1, 2, :)
A(:, 2, 2:3)
A(:, :, end)(end)
A(:, [1 3], [1 4])
A(2, :, 1)
A(:, :, 2) = 0;
A(:, :, 1:2)
A(1, :, :) = -1;
A(:, :, 4)
A(:, 2, :) = [];
size(A)
A(:, :, 2:4) = [];
A
B = zeros(2, 2);
B(:, :, 3) = [1 2; 3 4];
size(B)
B(:, :, 3)
B(1, 1, :) = [7 8 9];
squeeze(B(1, 1, :))'
B(:, :) = reshape(1:12, 2, 6);
B(:, :, 2)
C = 1:4;
C(1, 1, 2) = 5
numel(C), ndims(C)
