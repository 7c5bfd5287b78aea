% Arithmetic of real numbers.
a = 7; b = 2;
a + b
a - b
a * b
a / b
a \ b
a ^ b
-a
+a
1 / 0
-1 / 0
0 / 0
2 ^ -1
2 ^ 0.5
(-8) ^ (1/3)
10 .^ [1 2 3]
1e308 * 10
5 - 5
0.1 + 0.2 == 0.3
printf("%.17g\n", 0.1 + 0.2);
-2 ^ 2
2 ^ 3 ^ 2
-a'
