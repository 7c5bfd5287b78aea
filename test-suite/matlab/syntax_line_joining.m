% Statements over several lines and several in one.
x = 1; y = 2, z = x + ...
    y
if x == 1, disp('one'), end, for k = 1:2, disp(k), end
A = [1, 2, ...
     3, 4];
A
B = [1 2
     3 4];
B
c = {'a', ...
     'b'}
f = @(x) x + ...
    1;
f(2)
s = struct('a', 1, ...
           'b', 2)
while x < 3 x++; end, x
if (x == 3) disp('three'), end
