% Integer classes: two blanks, and the width of the longest.
a = int8 (5)
b = int8 ([1 2; -30 4])
c = int8 ([1 2 3])
d = uint8 ([1 200; 30 4])
e = int32 ([100000 -5])
f = int64 (9007199254740992)
g = intmax ("int64")
h = intmin ("int8")
k = int8 ([-128 5])
l = [intmax("uint64") 1]
m = zeros (2, 2, "int16")
n = int8 (zeros (0, 3))
o = {int8(5), int8([1 -2])}
