% Arrays of more than two dimensions without elements.
v = cell(0,2,2)
v = cell(0,2)
v = cell(2,2,0)
disp(cell(0,2,2))
u = char(zeros(0,2,2))
disp(char(zeros(0,2,2)))
u = char(zeros(2,0,2))
u = char(zeros(1,0,2))
u = char(zeros(0,0))
c = {cell(0,2,2), char(zeros(0,2,2)), zeros(0,2,2)}
s.a = cell(0,2,2); s.b = char(zeros(2,0,2)); s
x = struct('a', cell(0,2,2))
x = zeros(0,3,2)
y = zeros(3,0,2)
z = int8(zeros(2,0,3))
w = ones(2,2,0)
v = cell(0,2,2)
u = char(zeros(0,2,2))
t = zeros(1e10,0,2);
s = single(zeros(0,0,3))
r = true(0,1,2)
q = zeros(0,3,2)*1i
