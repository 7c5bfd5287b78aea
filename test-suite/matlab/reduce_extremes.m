A = [3 1 4; 1 5 9; 2 6 5];
[m, k] = max(A)
[m, k] = min(A, [], 2)
a = max(A(:))
b = max(A, 4)
c = min([1 5 3], [4 2 6])
d = max([1 NaN 3])
[e, k] = max([NaN NaN])
f = max([1+i, -2, 1.5])
g = max(int8(5), 7.6)
h = class(max(int8(5), 7.6))
l = max('abc')
n = min([true false])
o = max([1 2; 3 4], [], 3)
p = max(single(2), 3);
q = class(p)
r = max([4 2 4])
[r, s] = max([4 2 4])
try, max({}), catch err, disp(err.message), end
try, max([1 2], [1 2 3]), catch err, disp(err.message), end
try, max([1 2], [], 0), catch err, disp(err.message), end
