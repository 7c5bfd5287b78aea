d = 0:30:360;
s = sind(d)
c = cosd(d(1:7))
t = tand([0 45 90 135 180 270])
a = asind(0.5)
b = acosd([0 0.5 1])
e = atand([0 1])
f = deg2rad(180)
g = rad2deg(pi / 6)
h = sind(-750) == -0.5
try, deg2rad(int8(5)), catch err, disp(err.message), end
try, sind('a'), catch err, disp(err.message), end
