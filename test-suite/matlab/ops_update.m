% x += y and its kin.
x = 5;
x += 2
x -= 1
x *= 3
x /= 2
x ^= 2
v = [1 2 3];
v += 1
v .*= [1 2 3]
w = v;
w -= 10;
v, w
v = v + [1; 2]
s.a = 1;
s.a += 4;
s.a
c = {1, 2};
c{2} *= 5;
c{2}
k = int8(100);
k += 100
t = 'a';
t += 1
b = true;
b |= false
b &= false
x++; x
x--; x
