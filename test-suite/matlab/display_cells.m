% Cells show each element under its place.
a = {1, 'two', [3 4 5]}
b = {1; 2}
c = {{1, {2, 'deep'}}, {}}
d = {[1 2; 3 4], -1.5; 1+2i, true}
e = {1:3, 0:0.5:1}
f = {@sin, @(x) x + 1}
g = cell (2, 2)
h = cell (2, 2, 2)
k = {ones(2, 2, 2)}
l = {eye(2), single(2.5), int8([1 2])}
m = {'a', ''; [], "b"}
disp (a)
disp (c)
