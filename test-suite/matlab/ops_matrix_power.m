% Powers of square matrices.
A = [1 2; 3 4];
A ^ 2
A ^ 3
A ^ 0
A ^ 1
A ^ 10
[2 0; 0 4] ^ -1
[2 1; 0 2] ^ 5
[1 1; 1 0] ^ 20
(A ^ 2)(1, 2)
zeros(2) ^ 2
size([] ^ 2)
single(A) ^ 2
