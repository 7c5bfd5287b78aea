% Partial fractions.
[r, p, k, e] = residue([1 1 1], [1 -5 8 -4])
[r, p, k] = residue([1 2 3 4], [1 3])
[r, p, k] = residue([1 2], [1 3 2])
[b, a] = residue([-2; 7; 3], [2; 2; 1], [])
[b, a] = residue([1; 2], [3; 4], [1 0])
[m, n] = mpoles([2 3 1 1 2])
[m, n] = mpoles([5 5 5])
