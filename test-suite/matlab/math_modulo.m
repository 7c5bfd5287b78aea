% mod and rem: signs, zeros, classes, whole quotients but for rounding
for y = [3 -3 0.1 0]
  for x = [7 -7 0.3 0]
    printf("mod(%g,%g) = %g, rem = %g\n", x, y, mod(x, y), rem(x, y));
  end
end
a = mod(int8(-7), int8(3))
b = rem(int8(-7), int8(3))
c = mod(uint8(200), uint8(7))
d = class(mod(int32(7), 2.5))
e = mod([1 2; 3 4], [2; 3])
f = mod(5.5, single(2))
try, mod(int8(1), int16(2)), catch err, disp(err.message), end
try, mod(1, {}), catch err, disp(err.message), end
try, mod(true, 2), catch err, disp(err.message), end
try, mod([1 2 3], [1 2]), catch err, disp(err.message), end
