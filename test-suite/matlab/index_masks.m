% Logical masks as subscripts.
A = magic(4);
A(A > 10)
A(A > 10)'
A(logical([1 0 1 0]), :)
A(:, logical([0 1 0 1]))
r = 1:6;
r(mod(r, 2) == 0)
r(logical([1 0 1]))
size(A(false(4)))
size(A(false(1, 4)))
size(r(false(1, 6)))
size(r(false(6, 1)))
size(A(true(2, 8)))
x = 5;
x(true)
x(false)
A(A > 14) = 0
A(logical(eye(4))) = -1
r(r > 3) = []
r(~(r == 2)) = [8 9]
B = zeros(2, 3);
B(:, true(1, 3)) = [1 2 3; 4 5 6]
any(B(:) > 5)
s = 'hello world';
s(s == 'o') = '0'
s(s == ' ') = []
