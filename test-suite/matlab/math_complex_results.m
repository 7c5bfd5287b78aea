% functions of real numbers with complex results
a = sqrt(-4)
b = sqrt([-4 4])
c = log(-1)
d = log([1 -1])
e = log2(-8)
f = log10(-10)
g = asin(2)
h = acos(2)
k = acosh(0.5)
l = atanh(2)
m = (-8)^(1/3)
n = nthroot(-8, 3)
o = isreal(sqrt(4))
p = iscomplex(sqrt(-4))
q = log1p(-2)
r = single(-2)^0.5;
s = class(sqrt(single(-2)))
try, realsqrt(-1), catch err, disp(err.message), end
try, reallog(-1), catch err, disp(err.message), end
try, nthroot(-8, 2), catch err, disp(err.message), end
