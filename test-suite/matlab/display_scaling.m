% Columns with common factors are not the default.
x = [1 1000.5], y = [0.001 0.002], z = [1e-3 1e3], w = [1e5 1e-5], v = [12345.678 1], u = [1e15 1], t = [1 2; 3 1e6], s = [0.5; 100; 1e5], r = [1e3 1e4 1e5] + 0.5
format long
pi, single(pi), [pi; 1], 1/3, 100.125, 1e10/3
format short
pi
format
