% And, or, not.
[1 0 2] & [1 1 0]
[1 0 2] | [0 0 0]
![1 0 2]
~true
!'a'
true & 5
0 | 0
xor(true, [true false])
[1 0; 0 1] & [1; 0]
class(1 & 1)
int8([0 3]) | 0
!int8([0 3])
!(3 > 2)
1 && 0 || 1
[] & 1
