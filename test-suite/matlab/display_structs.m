% Structs show their fields, struct arrays only the names.
s.number = 1.5;
s.matrix = [1 2; 3 4];
s.text = 'abc';
s.cell = {1, 'x'};
s.inner.deep.deeper = pi;
s.inner.list = 1:3;
s.handle = @(x) x .^ 2;
s.empty = [];
s
disp (s)
t(3).a = 1;
t(2).b = 'x';
t
disp (t)
u.t = t;
u.z = 3 + 4i;
u
v = {s.inner, t}
w = t(1)
