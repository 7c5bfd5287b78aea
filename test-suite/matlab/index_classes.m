% Which class an assignment to elements gives.
1;
function show(x)
  printf('%s %d:', class(x), iscomplex(x));
  disp(x);
end
d = [1 2.5 3];
d(2) = int8(5);      show(d)
d(2) = single(1.5);  show(d)
d(1) = true;         show(d)
d(3) = 'a';          show(d)
d(2) = 2i;           show(d)
d(2) = 4;            show(d)
s = single([1 2 3]);
s(2) = 0.1;          show(s)
s(1) = int16(7);     show(s)
i8 = int8([1 2 3]);
i8(2) = 2.5;         show(i8)
i8(1) = 300;         show(i8)
i8(3) = int16(-500); show(i8)
i8(1) = true;        show(i8)
i8(2) = 'A';         show(i8)
i8(1) = NaN;         show(i8)
b = [true false true];
b(2) = true;         show(b)
b(2) = single(2);    show(b)
c = 'abc';
c(2) = 'X';          show(c)
c(2) = 66;           show(c)
c(5) = 'e';          show(double(c))
c(1) = int8(3);      show(c)
z = [1i 2 3];
z(1) = 5;            show(z)
e = [];
e(2) = int8(3);      show(e)
e = [];
e(2) = true;         show(e)
u(2) = int8(3);      show(u)
w(2) = true;         show(w)
t(3) = 'x';          show(double(t))
