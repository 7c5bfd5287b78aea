% What kind of matrix it is.
A = [2 1; 1 3];
isdefinite(A), isdefinite([1 2; 2 1]), isbanded(A, 1, 1), isbanded([1 2; 0 3], 0, 1)
[l, u] = bandwidth([1 2 0; 3 4 5; 0 6 7])
bandwidth([1 2; 0 3], 'lower')
nzmax([1 0 2]), issparse(1)
vecnorm([3 4; 6 8]), vecnorm([3 4; 6 8], 2, 2), vecnorm([3 4; 6 8], 1)
rcond([1 2; 3 4]) 
normest([1 2; 3 4])
