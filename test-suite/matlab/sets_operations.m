a = union([3 1], [2 1])
b = union([3; 1], [2; 1])
c = intersect([3 1 2], [2 1 5])
d = setdiff([3 1 2 7], [1 9])
e = setxor([3 1 2], [2 5])
[f, ia, ib] = intersect([5 3 1], [1 2 3])
[g, ia] = setdiff([5 3 1], [3])
[h, ia, ib] = union([5 3], [3 1])
k = intersect([1 2], [3 4])
l = setdiff([1 2], [1 2])
m = union([], [1 2])
n = union([1 2; 3 4], [1 2], 'rows')
o = setdiff([5 5 4], [1])
p = union([3 1], [2 1], 'stable')
q = setdiff([3 1 2 3], 1, 'stable')
try, union({1}, {2}), catch err, disp(err.message), end
try, intersect(1, {'a'}), catch err, disp(err.message), end
try, union([1 2], [1 2 3], 'rows'), catch err, disp(err.message), end
