% format long
format long
a = pi
b = 100 * pi
c = 1 / 3
d = 0.05
e = [pi; 1]
f = [pi 100]
g = single (pi)
h = single ([pi 100])
k = 1e10
l = 123456789.123
m = [1 2; 3 4]
n = 3 + 4.5i
o = [0.1 0.2]
p = 0.1:0.1:0.3
q = 1e-5
r = 2 ^ 53
s = 100.5
t = single (1) / 3
u = {pi, [1.5 2]}
format
v = pi
