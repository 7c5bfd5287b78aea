% Logical values show as 1 and 0.
a = true
b = false
c = [true false; false true]
d = 3 > 2
e = [1 2 3] > 2
f = !a
g = {true, [true false]}
s.yes = true;
s.many = [1 5 2] > 1;
s
h = true (0, 3)
k = true + true
