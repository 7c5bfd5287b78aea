% 64-bit integers keep all digits.
m = intmax('int64')
m - 1
m - int64(1)
m + 1
intmin('int64') + 1
k = int64(9007199254740992) + int64(1)
k + 1
k * 3
m / 3
m / int64(3)
m * 0.5
m / 3.5
2 ^ 63 / int64(5)
int64(5) + 0.5
int64(5) - 0.5
u = intmax('uint64')
u - 1
u / 2
bitshift(uint64(1), 63) + uint64(3)
k == 9007199254740992
m > 2 ^ 63
m - 2000 >= 2 ^ 63
intmin('int64') == -2 ^ 63
k > 9007199254740992
int64(3) < 3.5
u > int64(-1)
