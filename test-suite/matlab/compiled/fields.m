% Fields of structs in compiled loops: read, written, seen in two ways, missing, of other classes than at first.
1;
function r = simulate(p)
  r = p.x0;
  for k = 1:p.steps
    r = r + p.dt * (p.rate.growth - p.rate.decay * r);
  end
end
function s = fill(s)
  for i = 1:numel(s.v)
    s.v(i) = s.v(i) * s.scale + i;
    s.count = s.count + 1;
    s.sum += s.v(i);
  end
end
function r = whole(s)
  r = s.a + s.b;
end
p.x0 = 1; p.steps = 500; p.dt = 0.01; p.rate.growth = 2; p.rate.decay = 0.5;
printf('%.15g\n', simulate(p));
s = struct('v', 1:6, 'scale', 3, 'count', 0, 'sum', 0);
q = s; t = fill(s);
disp(s), disp(t), disp(isequal(q, s))
% The struct itself is changed, copied and displayed in the loop.
s.a = 1; s.b = 2;
for i = 1:5
  s.a = s.a + i;
  if mod(i, 2) == 0
    q = s;
    s.b = s.b * 2;
  end
end
disp([s.a s.b q.a q.b])
for i = 1:4
  s.a = whole(s) + i;
end
disp(s.a)
for i = 1:3
  s.a = s.a + 1;
  if i == 2, s, end
end
% A field that is missing, one that comes, one that changes its class or size.
try
  for i = 1:3, s.a = s.a + s.none; end
catch err
  disp(err.message), disp(s.a)
end
for i = 1:4, s.fresh(i) = i * i; end, disp(s.fresh)
for i = 1:3, s.a = s.a - 100; s.root = sqrt(s.a); end, disp(s.root), disp(class(s.a))
for i = 1:3, s.n = int8(100) * i; end, disp(s.n), disp(class(s.n))
for i = 1:3, s.v(end + 1) = i; end, disp(s.v)
for i = 1:2, s.v(1) = []; end, disp(s.v)
s.r = 1:5;
for i = 1:5, s.r(i) = s.r(6 - i); end, disp(s.r)
s.z = [1 2 3];
for i = 1:3, s.z(i) = s.z(i) + 1i * i; end, disp(s.z)
% Two ways to one value.
w.x = 1; w.y.z = 2;
for i = 1:3
  w.y.z = w.y.z + 1; u = w.y; w.x = w.x + u.z;
end
disp([w.x w.y.z])
for i = 1:3
  n = 'x'; w.(n) = w.(n) + 1; w.x = w.x * 2;
end
disp(w.x)
f = @() w.x;
for i = 1:3, w.x = w.x + f(); end, disp(w.x)
% Arrays of structs, handles, cells and loop variables in fields.
e = struct('m', {1, 2, 3});
for i = 1:3, e(i).m = e(i).m * 10 + i; end, disp([e.m])
h.f = @(x) x + 1; h.c = {1, 2, 3}; h.s = 0;
for i = 1:3, h.s = h.f(h.s) + h.c{i}; end, disp(h.s)
for i = 1:3, h.i = i; h.s = h.s + h.i; end, disp([h.s h.i])
k.n = 0; while k.n < 5 & k.n >= 0, k.n++; end, disp(k.n)
function r = global_count(n)
  global G
  for i = 1:n, G.c = G.c + i; end
  r = G.c;
end
global G
G.c = 1; disp(global_count(4)), for i = 1:3, G.c += 1; end, disp(G.c)
function r = caught(s)
  r = 0;
  for i = 1:3
    try
      s.k = s.k + 1;
      x = s.v(s.k);
      s.v(i) = x * 2;
    catch
      r = r * 100 + s.k + sum(s.v);
    end
  end
end
disp(caught(struct('k', 1, 'v', [1 2])))
m = struct('A', magic(4), 't', 0);
for i = 1:4
  for j = 1:4
    m.A(i, j) = m.A(i, j) + m.A(j, i);
    m.t = max(m.t, m.A(i, j));
  end
end
disp(m.A), disp(m.t), disp(fieldnames(m)')
for i = 1:3, m.A = m.A / 2; m.A(1, :) = m.A(2, :) * i; end, disp(m.A(1:2, :))
for i = 1:3, eval('m.t = m.t + 1;'); m.t = m.t * 2; end, disp(m.t)
clear m
try, for i = 1:3, m.t = m.t + 1; end, catch err, disp(err.message), end
s.a = 0; s.b = 0;
for i=1:3, s = zeros(0,0); s.a = i; s.b = s.a*2; end
s
s = struct(); s.o.a=1; s.o.b=2; r=0; for i=1:4, s.o = zeros(0,0); s.o.a = i; r = r + s.o.a; end
s, r
function [s,r] = f(s, n)
  s = zeros(0,0); s.a = zeros(1,n); s.b = s.a + 1; r = s.b;
end
clear s; s.a.b=1; s.b=2; s.c=3; [q,r] = f(s,3)
clear s; s.a=0; try, for i=1:3, s.a = i; if i==2, s = 7; end, end, catch e, disp(e.message), end
clear s; s.x.b=0; try, for i=1:3, s.x.b = i; s.x = 7*i; end, catch e, disp(e.message), s.x, end
clear s; s.i=0; try, for s.i=1:4, if s.i==2, s = 5; end, end, catch e, disp(e.message), end
n=NaN; k=0;
try, for i=1:3, if i>5 | n, k=k+1; end, end, catch e, disp(e.message), end, k
p.n=NaN; k=0;
try, for i=1:3, if p.n, k=k+1; end, end, catch e, disp(e.message), end, k
try, for i=1:3, if ~n, k=k+1; end, end, catch e, disp(e.message), end, k
try, for i=1:3, x = n & 1; end, catch e, disp(e.message), end, k
n=Inf; try, for i=1:3, if n - n, k=k+1; end, end, catch e, disp(e.message), end, k
n=1.5; a=int8([1 2 3 4]);
try, for i=1:4, a(i) = bitshift(a(i), n); end, catch e, disp(e.message), end, a
b=uint8(9); x=zeros(1,4);
try, for i=1:4, x(i) = double(bitshift(b, n)); end, catch e, disp(e.message), end, x
n=2; for i=1:4, if n, x(i) = double(bitshift(b, n)); end, end, x
