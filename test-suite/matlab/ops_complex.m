% Complex numbers; results without imaginary parts are real.
z = 3 + 4i
z + 1
z - 4i
z * z
z / (1 - 2i)
z'
z.'
[z 1]'
[z 1].'
z * conj(z)
(1 + 2i) - (0 + 2i)
isreal(1i * 1i)
1 / 1i
z / 0
[1+1i 2; 3 4i] * [1; 1i]
abs(z)
1i ^ 2
z ^ 2
z ^ -1
z .^ [0 1 2 3]
2 ^ (1 + 1i)
(-1) ^ 0.5
[4 -4] .^ 0.5
sqrt(-2)
-z
z == 3 + 4i
