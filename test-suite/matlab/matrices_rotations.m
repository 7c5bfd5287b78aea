% Rotations of planes, and rows in echelon form.
G = givens(1, 1)
[c, s] = givens(1, 1)
[G, y] = planerot([3; 4])
rref([1 2 3; 4 5 6; 7 8 10]), rref([1 2; 2 4])
