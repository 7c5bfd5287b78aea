x = [3 1 4 1 5 9 2 6];
a = cummax(x)
b = cummin(x)
[c, k] = cummax([1 3 2 5 4])
d = cummax([NaN 1 NaN 3])
e = cummin([4 2; 3 5; 1 6])
f = cummax([4 2; 3 5; 1 6], 2)
g = range(x)
[s, l] = bounds(x)
h = diff(x)
m = diff(x, 2)
n = diff([1 2; 4 8; 9 27])
o = diff([1 2; 4 8], 1, 2)
p = diff(uint8([5 3 9]))
q = diff([true false true])
try, diff('ab'), catch err, disp(err.message), end
try, diff([1 2], -1), catch err, disp(err.message), end
