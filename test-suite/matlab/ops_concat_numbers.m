% Brackets: numbers of all classes.
[1 2, 3]
[1; 2]
[1 2; 3 4]
[[1 2]; [3 4]]
[(1:3); 4:6]
[1 2.5 int8(3)]
[int8(100) 200 -300]
[uint8(200) int8(-5)]
[int8(-5) uint8(200)]
class([single(1) 2])
class([true 2])
class([true false])
class([single(1) int16(2)])
[true 2]
[1 2i]
[1i 2] - [1i 0]
[1, NaN, Inf]
[1 - 2]
[1 -2]
['a' 66 'c']
x = [1 2
3 4]
