% Integers saturate and round halves away from zero.
int8(100) + int8(100)
int8(-100) - 100
uint8(3) - uint8(5)
uint8(200) * 2
int8(-128) * -1
-int8(-128)
-uint8(5)
int32(7) / int32(2)
int32(-7) / int32(2)
int32(7) / 2
int32([1 2 3 4 5]) / 2
int32(10) * 0.25
int8(5) / int8(0)
int8(-5) / int8(0)
int8(0) / int8(0)
uint8([250 255]) + 10
int16(1000) .* [1 10 100]
5 - int8(10)
7 ./ int8([2 3 4])
uint8(7) .\ 28
class(int8(1) + 1)
class(true + int16(1))
class('a' + uint8(1))
class(single(1) + int32(1))
