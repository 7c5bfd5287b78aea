% Products of matrices.
A = [1 2; 3 4]; B = [5 6; 7 8];
A * B
A * [1; 2]
[1 2] * A
[1 2 3] * [4; 5; 6]
[1; 2; 3] * [4 5]
A' * B
A * 2
2 * A
A .* B
zeros(2, 0) * zeros(0, 3)
size(zeros(0, 2) * zeros(2, 3))
'ab' * [1; 2]
[true false] * [3; 4]
single(A) * B
class(single(A) * B)
[1 NaN; 2 3] * [0; 1]
A * A * A - A ^ 3
