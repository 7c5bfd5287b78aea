% Singular systems have solutions of least norm, after a warning.
x = [1 1; 1 1] \ [2; 2];
printf("%.4f\n", x);
y = [1 2; 2 4] \ [1; 2];
printf("%.4f\n", y);
z = [1 2 3; 4 5 6] \ [6; 15];
printf("%.4f\n", z);
w = [3 3] / [1 1];
printf("%.4f\n", w);
