% Singles have at most 8 digits.
a = single (3.14159)
b = single (1e10)
c = single ([1 2; 3 4])
d = single ([1.5 2; 3 4])
e = single (0.001)
f = single ([1000.5 1])
g = single (16777216)
h = single (0.1) + 0.2
k = [single(1) 2.5]
l = single (1:3) / 3
m = single (3 + 4i)
n = single ([0.01 0.02])
o = single (123456.789)
