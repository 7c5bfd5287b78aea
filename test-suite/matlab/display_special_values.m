% NaN, NA and infinities among other numbers.
a = [NaN 1 Inf]
b = [NaN 1.5 -Inf]
c = [NaN NaN]
d = [Inf -Inf]
e = [NA 1]
f = [NA 1.5 NaN]
g = [NaN 100000]
h = [NaN 1e10]
k = [1e-5 NaN 0]
l = [NaN; -1]
m = [Inf 0.001]
n = single ([NaN 2.5 Inf])
o = [1 NaN] * 1i
p = complex (NaN, 1)
q = complex (Inf, -Inf)
r = complex (NaN, 12.5)
s = [complex(NaN, 2) 3]
