% Diagonal matrices keep their zeros apart.
a = eye (3)
b = eye (2, 3)
c = eye (2) * 2.5
d = -eye (2)
e = eye (30)
f = eye (2) + 0
h = {eye(2)}
s.d = eye (2);
s
k = eye (3)(:, 1)
l = eye (2) * eye (2)
m = eye (1)
disp (eye (2))
