A = [1 2 3; 4 5 9];
a = mean(A)
b = mean(A, 2)
c = mean(A(:))
d = mean([1 2 4], 'g')
e = mean([1 2 4], 'h')
f = class(mean(int8([1 2])))
g = mean(int8([1 2 4]), 'native')
h = median(A)
k = median([3 1 2 10])
l = median([1 NaN 3])
m = median(int8([1 2]))
n = mode([1 2 2 3 3])
[o, p, q] = mode([1 1 2 2 3])
r = meansq([1 2 3])
s = center([1 2 6])
t = mean(single([1 2]))
try, mean({}), catch err, disp(err.message), end
try, mean('abc'), catch err, disp(err.message), end
try, median('abc'), catch err, disp(err.message), end
try, mean([1 2], 0), catch err, disp(err.message), end
