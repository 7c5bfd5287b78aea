% What has no elements shows its extents.
a = []
b = zeros (0, 3)
c = zeros (3, 0)
d = ''
e = {}
f = cell (0, 3)
g = int8 ([])
h = single (zeros (0, 2))
k = 1:0
l = zeros (0, 3, 2)
m = {[], '', {}, zeros(2, 0)}
s.a = [];
s.b = {};
s.c = '';
s
disp ([])
disp ({})
disp (zeros (0, 3))
