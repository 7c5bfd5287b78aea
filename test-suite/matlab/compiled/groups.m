% Tests of later statements fail while earlier ones are not written yet; memory that moves; functions in conditions and headers.
1;
function s = f(x, n)
  t = x + 0; u = sqrt(t); t = t + x; s = n + 1;
end
function s = dotp(x, y)
  s = 0; t = x + 1;
  for i = 1:numel(x), s = s + x(i)*y(i)*t(i); end
end
function y = g(x)
  t = x + 1; y = t .* t;
end
x = [1 2 3 4 5 6]; z = [3 4 5];
for k = 1:4
  x = x(2:end);  y = sqrt(z - k*2);
end
disp(x)
x = 1;
for k = 1:4
  x = [x, k];  y = sqrt(z - k*2);
end
disp(x)
A = [0 1 0; 0 0 1; 2 0 0]; u = [1;2;3]; q = [1 2 3 4]; z = [3 4 5 1 1];
for k = 1:4
  p = q + 1;  u = A * u;  y = sqrt(z - k);
end
disp(u)
x = [1 2 3]; c = 0; z = [2 3 4];
for k = 1:4
  c = c + f(x, k);  y = sqrt(z - k);
end
c
q = [0 0]; w = [2 2 2 2]; x = [1 2 3];
for i = 1:f(x, 3)
  r = sqrt(w - i);  q = q + 1;
end
q
x = zeros(1, 300000); c = 0;
for k = 1:6
  if k > 2 || f(x, k) > 2, c = c + 10; end
  if k == 2, x = ones(1, 2); end
end
c
s = 0; w = 1:9; x = [1 2 3];
for k = 1:2, for i = 1:f(x, 3), s = s + w(i); end, end
s
u = [1 2 3 4]; for k = 1:3, a = dotp(u, u); end
a
x = [1 2 3]; s = 0;
for k = 1:3, for j = max([x, 1]):6, s = s + j*k; end, end
s
a1_t = [1 2 3;4 5 6]; for k = 1:3, a1_t = g(a1_t) + a1_t; end
disp(a1_t)
r = 0:0.1:0.4;
for k = 1:2, d = double(r); e = real(r); y = x + k; end
d, e
r = 0:0.1:0.4; s = 0;
for k = 1:3, if k > 5, r(2) = 7; end, s += r(1); end
r
for k = 1:3, if k > 2, r(2) = 7; end, s += r(1); end
r
q = 1:5;
for k = 1:5, q(k) = q(k) * 2; end
q
w = 0:0.5:2; x = w;
for k = 1:2, y = w; w(2) = 9; z = w; x(1:2) = [k k]; end
w, x, y, z
