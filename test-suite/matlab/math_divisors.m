a = gcd(12, 18)
b = gcd([12 18 7], 6)
[g, x, y] = gcd(240, 46)
c = g == 240 * x + 46 * y
d = lcm(4, 6)
e = lcm([2 3 4], 6)
f = lcm(int8(4), int8(6))
h = gcd(uint8(48), uint8(36))
k = class(h)
l = gcd(0, 5)
m = lcm(4, 6, 10)
try, gcd(1.5, 2), catch err, disp(err.message), end
try, gcd({}, 2), catch err, disp(err.message), end
