% Arrays of more dimensions come page by page.
a = ones (2, 2, 2)
b = cat (3, [1 2], [3 4.5])
c = ones (1, 1, 3)
d = ones (2, 1, 2, 2)
e = int8 (cat (3, [1 2], [-100 3]))
f = cat (3, 1, 2) > 1
g = cat (3, [1+2i 2], [3 4.5])
h = zeros (2, 0, 2)
s.p = ones (2, 2, 2);
s.q = int8 (ones (1, 2, 2));
s
disp (a)
disp (e)
k = single (cat (3, 1, 2.5))
