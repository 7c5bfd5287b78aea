% Deletion of elements, rows and columns.
A = magic(4);
A(2, :) = []
A(:, [1 3]) = []
A(1) = []
v = 1:6;
v(3) = []
v([1 end]) = []
v(v > 4) = []
v(:) = []
c = (1:4)';
c(2) = []
c(:) = [];
size(c)
s = 'deletion';
s([1 2]) = []
q = {1, 'two', 3};
q(2) = []
q(:, 1) = [];
size(q)
t = struct('a', {1, 2, 3});
t(2) = [];
[t.a]
B = reshape(1:12, 2, 3, 2);
B(:, 2, :) = []
B(:, :, 1) = []
M = magic(3);
M([]) = [];
M(:, []) = [];
size(M)
M(:, :) = [];
size(M)
N = magic(3);
N([1 3]) = []
n = int8(1:4);
n(end) = []
L = [true false true];
L(2) = []
while numel(v = 1) > 0, v(1) = []; break, end
size(v)
