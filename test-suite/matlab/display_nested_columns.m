% Pieces of wide matrices inside of cells and structs.
a = {1:30}
b = {int8(1:40)}
c = {(1:30) > 3, rand(2, 20) > 2}
s.r = 1:30;
s.i = int8 (1:40);
s.m = (1:20) * 1.5;
s.t.deep = uint8 (1:30);
s
