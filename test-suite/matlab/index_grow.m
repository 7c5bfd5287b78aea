% Elements behind the end.
x = [];
for k = 1:6
  x(end + 1) = k^2;
end
x
y = [];
for k = 1:3
  y(end + 1, 1) = k;
end
y
A = [];
A(2, 3) = 1
A(:, 5) = [8; 9]
A(4, :) = 1:5
A(end + 1, :) = 0;
size(A)
c = (1:3)';
c(5) = 1
s = 5;
s(3) = 7
s(3, 2) = 1
t = 'ab';
t(5) = 'e';
double(t)
q = {};
q{3} = 'x'
q{2, 2} = 1;
size(q)
b = true;
b(3) = true
n = int8([1 2]);
n(4) = 9
B = ones(2, 2);
B(:, :, 2) = 5
B(3, 3, 3) = 1;
size(B)
z = zeros(0, 3);
z(end + 1, :) = [1 2 3];
z(end + 1, :) = [4 5 6]
w = zeros(1, 0);
w(4) = 2
u = zeros(0, 1);
u(2) = 1
