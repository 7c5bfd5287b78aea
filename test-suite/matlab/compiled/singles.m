% Singles in loops: their roundings, functions, arrays, and what mixes with them.
x = single(0.1); y = single(-7.25); s = single(0);
for k = 1:1000
  s = s + x;
  t = s * 3 - x / 7;
end
printf('%.9g %.9g\n', s, t); class(s)
for k = 1:5
  a = x + 0.2; b = 0.3 - y; c = x * y; d = y / 3; e = 2 \ x; f = -y; g = x ^ 2; h = x ^ 3; l = x ^ 0.5; m = y ^ k;
  n = 2 ^ x; o = x + true; p = x * 1e300; q = y / 0; r = single(pi) - pi;
  tests = [x == 0.1, x < 0.1, x > 0.1, x ~= y, x >= single(0.1), !x, x && y];
end
printf('%.9g ', a, b, c, d, e, f, g, h, l, m, n, o, p, q, r); printf('\n'); disp(tests)
disp([class(a) ' ' class(d) ' ' class(n) ' ' class(o)])
for k = 1:3
  a = mod(x, 0.03); b = rem(y, x); c = mod(y, 2); d = max(x, 0.1); e = min(y, single(k)); f = atan2(y, x); g = hypot(x, y);
  h = abs(y); l = floor(y); m = ceil(y); n = round(y); o = fix(y); p = sign(y); q = sqrt(x); r = real(x);
  u = double(x); v = single(pi); w = int8(y); z = single(uint8(200)) / 3; tests = [isnan(x), isinf(x), isfinite(y), isreal(x)];
end
printf('%.9g ', a, b, c, d, e, f, g, h, l, m, n, o, p, q, r, u, v, w, z); printf('\n'); disp(tests)
disp([class(a) ' ' class(u) ' ' class(w) ' ' class(z)])
for k = 1:3
  a = sin(x * k); b = cos(y); c = exp(x); d = log(x); e = tanh(x); f = atan(y); g = log2(x); h = log10(x);
end
printf('%.6g ', a, b, c, d, e, f, g, h); printf('\n');

% Arrays keep their class.
A = single([1 2 3; 4 5 6]) / 3; B = zeros(2, 3, 'single'); D = zeros(1, 3);
for i = 1:2
  for j = 1:3
    B(i, j) = A(i, j) * A(i, 4 - j) + 0.1;
    D(j) = A(i, j);
  end
end
printf('%.9g ', B, D); printf('\n'); disp([class(B) ' ' class(D)])
v = single(1:6) / 7; w = v;
for step = 1:4
  for i = 2:5
    w(i) = (v(i - 1) + v(i) * 2 + v(i + 1)) / 4;
  end
  v = w;
end
printf('%.9g ', v); printf('\n'); class(v)
% A root that becomes complex is the interpreter's.
r = single(0);
for k = 1:3
  r = r + sqrt(single(2 - k));
end
r
function r = horner(x)
  r = single(0.5);
  for k = 1:4
    r = r * x + k;
  end
end
total = single(0);
for k = 1:8
  total = total + horner(single(k) / 10);
end
printf('%.9g %s\n', total, class(total));
