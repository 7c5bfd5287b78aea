a = sort([3 1 2])
[b, i] = sort([3 1 2], 'descend')
c = sort([3 1; 2 5])
d = sort([3 1; 2 5], 2)
[e, i] = sort([NaN 1 3 NaN 2])
f = sort([NaN 1 3], 'descend')
g = sort({'pear', 'apple', 'fig'})
[h, i] = sort({'b'; 'a'})
k = sort('hello')
l = sort([1+2i, 1, -3])
m = sort([true false true])
n = sort(int8([3 -1 2]))
[o, i] = sort([2 1 2 1])
p = sort(5:-1:1)
q = sort([Inf -Inf 0])
try, sort({1, 2}), catch err, disp(err.message), end
try, sort([1 2], 'up'), catch err, disp(err.message), end
try, sort([1 2], 0), catch err, disp(err.message), end
