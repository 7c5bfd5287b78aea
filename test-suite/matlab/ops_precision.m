% Bits of sums, products and powers.
printf("%.17g\n", 0.1 * 3);
printf("%.17g\n", 1 / 3);
printf("%.17g\n", sum([0.1 0.2 0.3]));
printf("%.17g\n", [0.1 0.2 0.3] * [1; 2; 3]);
printf("%.17g\n", 1.1 ^ 3, [1.1 2] .^ 3);
printf("%.17g\n", 1.1 .^ [3 4]);
printf("%.17g\n", 2 ^ 0.5, 10 ^ -3, 1.5 ^ 10.5);
printf("%.17g\n", [1.1 2.2 3.3] .^ -1);
printf("%.17g\n", [1.1 2.2; 3.3 4.4] * [0.1 0.7; 0.2 0.9]);
printf("%.17g %.17g\n", real((1+2i) / (3+4i)), imag((1+2i) / (3+4i)));
printf("%.17g %.17g\n", real((1.1+2.2i) ^ 3), imag((1.1+2.2i) ^ 3));
printf("%.17g %.17g\n", real((-8) ^ (1/3)), imag((-8) ^ (1/3)));
printf("%.9g\n", single(0.1) * 3, single(1.1) ^ 3);
