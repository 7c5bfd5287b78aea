z = [3+4i, -2i, 5];
a = abs(z)
b = real(z)
c = imag(z)
d = conj(z)
e = arg(z)
f = angle(-1)
g = sign([-3 0 2.5])
h = sign(3 - 4i)
k = abs(int8(-128))
l = complex(1, 0)
m = complex([1 2], 3)
n = isreal(l)
o = isreal(complex(1, 2) * 0 + 1)
p = abs('a')
q = class(abs(single(-2)))
r = imag(int16(4))
try, complex([1 2], [1 2 3]), catch err, disp(err.message), end
try, abs({}), catch err, disp(err.message), end
