% The last piece may be one column, or two.
a = (1:9) * pi * 100
b = (1:10) * pi * 100
c = (1:17) + 0.5
d = (1:18) + 0.5
e = 0.1:0.1:0.9
f = int32 (1:14) * 10000
format long
g = (1:5) / 7
h = (1:4) / 7
