% Ranges and their numbers of elements.
0:5
0:0.1:0.5
10:-3:0
5:1
size(5:1)
numel(0:0.1:1)
numel(1:0.2:2)
numel(0:0.01:1)
int8(1):int8(4)
uint8(10):-3:uint8(1)
class(int8(1):3)
class(single(1):3)
single(0):0.25:1
'a':'e'
size(1:0:3)
1:NaN
(0:3) + 1
(0:3) * 2
-(1:3)
(1:3)'
x = 0:0.1:0.3;
printf("%.17g\n", x);
sum(1:100)
