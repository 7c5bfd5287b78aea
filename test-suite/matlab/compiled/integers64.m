% Integers of 64 bits in loops, which have more digits than doubles.
a = intmax('int64') - 7; b = intmin('int64') + 8; u = intmax('uint64') - 15; z = int64(7);
A = int64([1 2 3 4]); U = uint64(zeros(1, 4)); D = zeros(1, 4);
for k = 1:4
  s = a + k * 3; d = b - 100; p = a * 2; q = a / 3; n = -b; m = mod(a, int64(1000)); r = rem(b, 7); w = a / 2.5; v = b * 0.3;
  t = u + 100; x = u - k; y = u / uint64(7); o = 5 - u; f = 20 - uint64(k); g = 1e20 / u; h = u * 0.5; c = uint64(k) / 2;
  A(k) = z * k; A(k) = A(k) + A(1); U(k) = bitxor(u, uint64(k)); D(k) = a - k; U(1) = bitshift(u, -k); A(2) = bitshift(z, k); A(3) = bitshift(b, -2);
  t1 = a > 9.2e18; t2 = a == 9223372036854775807; t3 = b < 0.5; t4 = u >= 1.8e19; t5 = z == 7; t6 = z ~= 7.5; t7 = a < NaN; t8 = !z; t9 = u > u - 1; t0 = 7 <= z;
  e1 = max(z, 3); e2 = min(z, 9.6); e3 = abs(b); e4 = sign(b); i32 = int32(a); i64 = int64(2.5) + true; du = double(u); si = single(z) / 2; l = uint64(b);
  h1 = A(z - 6); h2 = D(int64(k));
end
disp(s), disp(d), disp(p), disp(q), disp(n), disp(m), disp(r), disp(w), disp(v)
disp(t), disp(x), disp(y), disp(o), disp(f), disp(g), disp(h), disp(c)
e1, e2, e3, e4, A, U, D, [t1 t2 t3 t4 t5 t6 t7 t8 t9 t0], i32, i64, du, si, l, h1, h2
hash = bitshift(uint64(14695981), 40) + 39346; count = int64(0);
for k = 1:200
  hash = bitxor(hash, uint64(mod(k * 7, 256)));
  hash = bitshift(hash, 13) + bitshift(hash, -7);
  count = count + int64(mod(hash, uint64(10)));
end
hash, count
fib = zeros(1, 95, 'int64'); fib(1) = 1; fib(2) = 1;
for k = 3:95
  fib(k) = fib(k - 1) + fib(k - 2);
end
fib(90:95)
