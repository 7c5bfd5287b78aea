% How strongly operators bind.
x = 3; a = [1 2];
disp(-2^2), disp(2^-1), disp(2^-1^2), disp(2^3^2), disp(2^3'), disp(-2^-2)
disp(!1 == 0), disp(-a'), disp(!a'), disp(!!5), disp(-!5)
disp(1:3 + 1), disp(1 + 1:3), disp(1:3 == 1:3), disp((1:3)')
disp(1 | 0 & 0), disp(1 || 0 && 0), disp(1 && 0 | 1), disp(3 > 2 > 1), disp(1 == 1 == 1)
disp(2 * 3^2), disp(2 / 2 * 3), disp(2 \ 4 / 2), disp(1 - 1 - 1)
disp(a.^2'), disp(2.^a), disp(1./a), disp(a.*a), disp(a.\2), disp(2.*3)
disp(a.'), disp(1.'), disp([1.';2])
disp(1e3 + 1d3 + 1E-1), disp(1_000), disp(.5 + 5.), disp(3i * 2j), disp(1e1i)
y = x++ + 1; disp([x y])
y = ++x * 2; disp([x y])
y = x-- - 1; disp([x y])
x += 2; x *= 3; x -= 1; x /= 2; x ^= 2; disp(x)
a .*= 3; a += 1; disp(a), a(2) -= 4; disp(a), a(end)++; disp(a)
t = true; t |= false; t &= false; disp(t)
b = c = 4; disp([b c]), d = (b = 7) + 1; disp([b d])
disp(0x1F), disp(class(0x1F)), disp(class(0x001F)), disp(class(0xFFs16)), disp(0b101), disp(class(0b101u32))
x++
++x
x
(x)
