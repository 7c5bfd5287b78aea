% Single precision wins over double.
a = single(1) / 3
class(a * 2)
class([1 2] + single(1))
b = single([1.5 2.5]) .* [2; 4]
class(b)
single(16777216) + 1
double(single(0.1)) - 0.1
single(2) ^ 0.5
class(single(1) == 1)
class(single(1):3)
c = single(3) + 4i
class(c)
class('a' * single(2))
class(true / single(2))
single(1e38) * 10
-single(0.5)
