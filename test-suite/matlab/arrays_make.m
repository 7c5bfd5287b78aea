% Arrays of one number.
zeros(2, 3)
ones(2)
zeros(2, 3, 'int8')
ones(2, 'single')
zeros(0, 3)
size(zeros(3, 0, 2))
zeros(-1, 2)
zeros([2 2])
size(ones(2, 3, 4))
ones(2, 'like', int16(1))
class(zeros(1, 'uint8'))
true(1, 3)
false(2)
Inf(1, 2)
NaN(2, 1)
NA
pi
e
eps
eps(1000)
eps(single(1))
i
Inf('single')
realmax, realmin
intmax, intmin('int8')
intmax('uint64')
flintmax
eye(3)
eye(2, 3)
eye(2, 'int8')
try, zeros(1.5), catch err, disp(err.message), end
try, zeros(2, NaN), catch err, disp(err.message), end
try, zeros(2, 'foo'), catch err, disp(err.message), end
try, zeros([]), catch err, disp(err.message), end
try, zeros(1e10, 1e10), catch err, disp(err.message), end
try, intmax('double'), catch err, disp(err.message), end
try, NaN(2, 'int8'), catch err, disp(err.message), end
