% What solvers print where nobody takes their flags.
A = [4 1 0; 1 3 1; 0 1 2]; b = [1; 2; 3];
x = pcg(A, b, 1e-2, 1)
