% Linear systems by iteration.
A = [4 1 0; 1 3 1; 0 1 2]; b = [1; 2; 3];
[x, flag, rr, it] = pcg(A, b); x, flag, it
[x, flag] = gmres(A, b)
[x, flag] = bicgstab(A, b)
[x, flag] = bicg(A, b)
[x, flag] = cgs(A, b)
[x, flag] = pcg(@(v) A * v, b, 1e-10, 50);
x, flag
lsqnonneg([1 0; 0 1], [1; -1]), lsqnonneg([1 2; 3 4; 5 6], [7; 8; 9])
