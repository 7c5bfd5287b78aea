% Powers of integers.
int8(2) ^ 7
int8(2) .^ [0 1 6 7]
int8(-2) .^ [1 2 7]
uint8(3) ^ 2
int32(2) ^ 10
int32(2) ^ -1
int32(9) ^ 0.5
2 .^ int8([1 2 6 7])
int32(7) ^ int32(3)
(-2) ^ int8(3)
int64(3) ^ 39
int64(3) ^ 40
int64(3037000500) ^ 2
int64(3037000499) ^ 2
