% Values that loops leave, where `break`, `continue` or an error goes past their next assignment.
x = 1:3000; y = x; t = -1;
for i = 1:5
  for j = 1:3000, t = x(j) * 2; y(j) = t; end
  if i == 2, break; end
  t = 0;
end
disp([t j i])
for i = 1:5
  if i == 3, disp(t), end
  for j = 1:3000, t = x(j) * i; y(j) = t; end
  if i == 2, continue; end
  t = 0;
end
disp(t)
A = ones(300); y = zeros(300);
for k = 1:5
  t = A .* k;
  u = t + 1;
  y = y + u;
  if k == 3, break; end
  u = 0 * A; t = u;
end
disp([t(1) u(1) y(1)])
function r = early(A)
  r = A;
  for k = 1:5
    r = A .* k;
    s = sum(r + A, 2);
    if s(1) > 700, return; end
    r = A + s;
  end
end
r = early(A); disp(r(1:2, 1)')
try
  for k = 1:5
    t = A .* k;
    A = A + sum(t .* t, 2);
    if k == 3, error('three'); end
    t = A;
  end
catch err
  disp(err.message), disp(t(1))
end
for k = 1:5
  t = A .* k;
  s = sum(t + A, 2);
  r = sum(t .* A);
  m = mean(t .* t, 2); M = max(t, [], 2);
  q = s + m;
end
printf('%g ', sum(s), sum(r), m(3), M(2), q(1), t(3)); disp('')
z = -1; w = [4 9 16]; softening = 0.25;
for k = 1:3
  d = w' - w; e = d .^ 2 + softening;
  f = sum(d ./ (e .* sqrt(e)), 2);
  w = w + f' / 8;
end
printf('%.12g ', w, sum(f)); disp('')
for k = 1:4
  d = w - 2 * k;
  e = sum(sqrt(d) .* d);
end
printf('%.12g ', real(e), imag(e)); disp('')
x = 1:3000; y = x; t = -1;
for i = 1:5
  if i == 2
    for j = 1:3000, t = x(j) * 2; y(j) = t; end
    break;
  end
  t = 0;
end
disp(t)
A = ones(300); y = zeros(300);
for k = 1:5
  if k > 2
    u = A .* k; y = y + u;
    if k == 4, break; end
  end
  u = 0 * A;
end
disp([u(1) y(1)])
