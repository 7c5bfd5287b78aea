A = [1 2 3; 4 5 6];
disp(sum(A)), disp(sum(A, 2)), disp(sum(A, 3)), disp(sum(sum(A)))
disp(prod(A)), disp(prod(A, 2))
disp(cumsum(A)), disp(cumsum(A, 2))
disp(cumprod(A)), disp(sumsq(A))
a = sum(int8([100 100]))
b = sum(int8([100 100]), 'native')
c = class(sum(single([1 2])))
d = sum([true true false])
e = class(sum([true true], 'native'))
f = sum('abc')
g = sum([1+2i 3])
h = cumsum(int8([100 100 50]), 'native')
k = sum(ones(2, 3, 2), 3)
l = sum(5)
try, sum({1}), catch err, disp(err.message), end
try, sum([1 2], 0), catch err, disp(err.message), end
try, sum([1 2], 'foo'), catch err, disp(err.message), end
try, cumsum('abc'), catch err, disp(err.message), end
