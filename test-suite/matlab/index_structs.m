% Arrays of structs.
s = struct('a', {1, 2, 3});
s(2)
s(2).a = 'new';
s(2).a
s(5).a = 50;
size(s)
isempty(s(4).a)
s(2) = [];
size(s)
[s.a]
t = struct('x', 1, 'y', 2);
t(2) = struct('y', 4, 'x', 3);
t(2)
fieldnames(t)'
try, t(3) = struct('z', 1); catch err, disp(err.message), end
try, t(1) = 5; catch err, disp(err.message), end
t(:) = struct('x', 0, 'y', 0);
t(1).y
u = struct();
u(2).b = 3;
size(u), fieldnames(u)
isempty(u(1).b)
v = t([1 1 2]);
size(v)
r = reshape(struct('k', {1, 2, 3, 4}), 2, 2);
r(2, 1).k
r(:, 1) = [];
size(r)
w = struct('m', magic(3));
w.m(2, :) = 0;
w.m
w.m(:, 1) = [];
w.m
p(3).q.r = 5;
size(p)
p(3).q
