% Indexing of what indexing gives.
A = magic(4);
A(2:3, :)(1, 2)
A(:, 1)'(2)
magic(3)(2, 2)
{1, 2, 3}{2}
'hello'(1)
s.list = {1, {2, 'x'}};
s.list{2}{2}
s.list{2}{1} = 20;
s.list{2}
s.m = eye(2)(1, :);
s.m
f = @(x) x.^2;
f(3)
f([1 2 3])(2)
c = {@(x) x + 1, @(x) x * 2};
c{2}(5)
numel(A(:, 1:2))
x.y(3).z = 4;
x.y(3).z
x.y(2)
size(x.y)
x.y(1).z(2, 2) = 1;
x.y(1).z
try, magic(3)(10), catch err, disp(err.message), end
try, magic(3)(0), catch err, disp(err.message), end
