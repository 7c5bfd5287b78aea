% Comparison and its classes.
[1 2 3] < 2
[1 2 3] <= 2
[1 2 3] > 2
[1 2 3] >= [3 2 1]
[1 NaN 3] == [1 NaN 4]
[1 NaN 3] != [1 NaN 4]
'abc' == 'abd'
'a' < 98
class(1 < 2)
true > false
int8(5) == 5.5
int8([1 2 3]) >= 2
uint8(200) > int8(-3)
single(0.1) == 0.1
[1+2i 3] == [1+2i 3i]
[3+4i 1] < [5 -2]
1i > -1
NaN < 1
Inf > 1e308
