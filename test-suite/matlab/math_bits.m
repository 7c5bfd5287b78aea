a = bitand(12, 10)
b = bitor(uint8([1 2 4]), 8)
c = bitxor(int8(-1), int8(5))
d = bitshift(1, [0 1 2 3])
e = bitshift(uint8(255), 1)
f = bitshift(int8(127), 1)
g = bitshift(16, -2)
h = bitcmp(uint8(5))
k = bitget(5, 1:4)
l = bitset(uint8(0), [1 4 8])
m = bitset(15, 2, 0)
n = class(bitand(true, false))
o = class(bitor(single(1), 2))
try, bitand(uint8(1), int8(1)), catch err, disp(err.message), end
try, bitget(5, 60), catch err, disp(err.message), end
try, bitand([1 2], [1 2 3]), catch err, disp(err.message), end
