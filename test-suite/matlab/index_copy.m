% Values are copied: a change of one copy is not seen in the other.
a = 1:5;
b = a;
b(1) = 100;
a, b
c = {a, a};
c{1}(2) = -1;
a, c{1}, c{2}
s.x = a;
t = s;
t.x(3) = 0;
s.x, t.x
function r = change(v)
  v(1) = 42;
  r = v;
end
d = change(a);
a, d
m = magic(3);
n = m;
n(:, 1) = [];
size(m), size(n)
p = m;
p(2, 2) = 0;
m(2, 2)
q = {m};
q{1}(1) = 0;
m(1)
u = a;
a(2:3) = a(4:5);
a, u
w = 1:4;
w(2:4) = w(1:3)
w(:) = w(end:-1:1)
