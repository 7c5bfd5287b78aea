% format compact leaves out blank lines inside, not after variables.
format compact
a = [1 2; 3 4]
b = {1, [1 2], {2, 'x'}}
s.a = 1;
s.b = [1 2];
s.c = {1};
s.d.e = 1;
s
x = 1:30
z = zeros (2, 2, 2)
c = ['ab'; 'cd']
d = eye (2)
i = int8 (ones (2, 2, 2))
f = @(x) x + 1
e = []
disp (s)
disp (z)
format loose
a = [1 2; 3 4]
