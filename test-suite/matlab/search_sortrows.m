A = [3 1; 1 2; 2 0; 1 1];
a = sortrows(A)
b = sortrows(A, 2)
c = sortrows(A, -1)
[d, i] = sortrows(A, [1 -2])
e = sortrows({'b'; 'a'})
f = sortrows(['ba'; 'ab'])
g = issorted([1 2 3])
h = issorted([3 2 1], 'descend')
k = issorted({'a', 'b'})
l = issorted([1 2; 0 4], 'rows')
m = lookup([1 2 3], [0.5 1 2.5 9])
n = lookup({'a', 'c'}, 'b')
o = nth_element([3 1 2], 2)
try, sortrows(A, 3), catch err, disp(err.message), end
try, nth_element([3 1], 5), catch err, disp(err.message), end
try, issorted([1 2; 3 4]), catch err, disp(err.message), end
