a = unique([3 1 2 1 3])
b = unique([3; 1; 3])
c = unique([3 1; 2 1])
[u, i, j] = unique([3 1 2 1 3])
[u, i] = unique([3 1 2 1 3], 'last')
d = unique([3 1 2 1 3], 'stable')
e = unique({'b', 'a', 'b'})
[f, i, j] = unique({'b'; 'a'; 'b'})
g = unique([1 2; 1 2; 0 1], 'rows')
[g, i, j] = unique([1 2; 1 2; 0 1], 'rows');
disp(i'), disp(j')
h = unique('hello')
k = unique([NaN 1 NaN])
l = unique(int8([5 2 5]))
m = unique([true false true])
try, unique({1, 2}), catch err, disp(err.message), end
try, unique([1 2], 'foo'), catch err, disp(err.message), end
