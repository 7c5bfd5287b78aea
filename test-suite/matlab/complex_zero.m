% Imaginary literals of zero are real.
x=0i, isreal(0i), 5/0i, 0/0i, 2*0i, x=0i; 1/x
-0i
x = -0i; 1/x
x=[0i 1]; isreal(x)
isreal(1e0i), 0j
x = 5+0i; isreal(x)
