% Integers in loops: rounding, saturation, bits, ranges, arrays and what mixes with them.
x = int8(100); y = int8(-128); u = uint8(200); v = uint8(3);
for k = 1:4
  s = x + 27 * k; d = y - x; p = x * -k; q = x / 7; m = -y; a = abs(y);
  e = u + v * k; f = v - u; g = u / v; h = 1000 / v; r = v \ u; t = v ^ k; w = 2 ^ v;
  z = x / 0; zz = int8(0) / 0; n = x + NaN; big = x + Inf; o = u * 0.3; b = u - 0.5;
  tests = [x > 3.5, x == 100, u ~= 200, v <= true, x < NaN, !v, v && u, v | NaN];
end
disp([s d p q m a z zz n big]), disp([e f g h r t w o b]), disp(tests)
class(s), class(e)

% Functions.
p = int16(-300); q = int16(7); c = uint16(60000);
for k = 1:3
  r1 = mod(p, q); r2 = rem(p, q); r3 = mod(p, 0); r4 = rem(p, int16(0)); r5 = mod(p, -7.4); r6 = mod(-p, -q);
  i1 = idivide(p, q); i2 = idivide(p, int16(-11)); i3 = idivide(-p, q); i4 = idivide(p, 2.5); i5 = idivide(p, int16(0));
  m1 = max(p, q); m2 = min(q, 6.6); s1 = sign(p); f1 = floor(p); c1 = double(c) / 7; c2 = uint8(c); c3 = int8(p);
  l = logical(p); z1 = isreal(c); n1 = isnan(p); g1 = real(p); root = sqrt(double(q));
  b1 = bitand(c, 4095); b2 = bitor(c, uint16(15)); b3 = bitxor(c, 65535); b4 = bitand(p, q);
  h1 = bitshift(c, 1); h2 = bitshift(c, -3); h3 = bitshift(q, 12); h4 = bitshift(p, -2); h5 = bitshift(q, 15);
  o1 = bitand(12, 10); o2 = bitor(12, 3); o3 = bitxor(12, 5);
end
disp([r1 r2 r3 r4 r5 r6]), disp([i1 i2 i3 i4 i5]), disp([m1 m2 s1 f1 c3 g1]), disp([c1 root])
disp(c2), disp([l z1 n1]), disp([b1 b2 b3]), disp(b4), disp([h1 h2]), disp([h3 h4 h5]), disp([o1 o2 o3])

% 32 bits: products, sums and quotients at the limits.
a = int32(2147483600); b = uint32(4000000000);
for k = 1:3
  s = a + 40 * k; p = a * a; n = -a - 48; q = a / int32(3); h = int32(5) / int32(2); l = int32(-5) / int32(2);
  w = b + b; d = b - uint32(4000000001); e = b / 3; f = b * 0.5; m = a * 1.0000001; t = int32(-3) ^ 5;
end
disp([s p n q h l m t]), disp([w d e f])

% Arrays keep their class, whatever is stored.
img = uint8(zeros(4, 6)); total = int32(0); hist = zeros(1, 8, 'int32'); plain = zeros(1, 3);
for i = 1:4
  for j = 1:6
    img(i, j) = 40 * i + 7.5 * j;
    total = total + int32(img(i, j));
    hist(mod(double(img(i, j)), 8) + 1) += 1;
  end
end
img, total, hist
for k = 1:3
  plain(k) = int8(k) * 50;
  img(k, 1) = -5; img(k, 2) = true; img(k, 3) = NaN; img(k, 4) = single(2.5);
end
plain, img, class(plain)
smooth = img;
for j = 2:5
  for i = 2:3
    smooth(i, j) = uint8((double(img(i - 1, j)) + double(img(i + 1, j))) / 2) / 2 + bitand(img(i, j), 15);
  end
end
smooth

% Ranges of integers, and indices.
count = 0; list = int16([5 3 9 1]); last = int16(0);
for k = int16(1):int16(4)
  last = list(k) - k;
  for m = uint8(5):-2:1
    count = count + double(m) * double(k);
  end
end
last, count, class(k), class(m), k
for k = int8(120):int8(127)
  last = last + 1;
end
last, k
n = int32(3); s = 0;
for k = 1:n
  s = s + double(k) / 2;
end
s, class(k)
% Whole arrays in a function.
function y = brighter(x, by)
  y = x + by;
  y = y .* 2 - bitand(x, 3);
  y(y > 200) = 200;
end
for k = 1:2
  y = brighter(uint8([10 100; 250 7]), k);
end
y
