% Structures in structures.
s.name = 'root'; s.child.name = 'leaf'; s.child.values = [1 2; 3 4]; s.list = {1, 'two'}; s.empty = []; s.flag = true;
s
s.child
t(2).a = 1; t
u = struct('m', magic(3), 'c', {{}})
disp(s.child)
v.a.b.c.d = 1
w = {s.child}
