% Targets of assignments.
a.b(3).c{2} = 1; disp(size(a.b)), disp(size(a.b(3).c))
x = {}; x{3} = 2; disp(size(x))
[p, q] = deal(1, 2); disp([p q])
[p q] = deal(3, 4); disp([p q])
[~, i] = max([1 5 2]); disp(i)
[!, i] = max([7 5 2]); disp(i)
[s.a, t{2}] = deal(5, 6); disp(s.a), disp(t{2})
[m(1), m(2)] = deal(7, 8); disp(m)
n = 1:3; n(end + 1) = 4; n(2) = []; disp(n)
k.("dyn") = 9; disp(k.dyn), f = 'x'; k.(f) = 10; disp(k.x), k.if = 11; disp(k.if)
A = zeros(2); A(:, end + 1) = [1; 2]; disp(A), A(1, :) = 5; disp(A)
global g = 3 h; h = 4; disp([g h])
u = v = w = 2; disp(u + v + w)
(r) = 8; disp(r)
x = 3, y = 4; z = 5
b = [1 2 3](2)
c = {1, 'two', [3 4]}{3}
d = magic(3)(2, :)
[o] = 6
e.f.g = 1; e.f.h = 2; e
