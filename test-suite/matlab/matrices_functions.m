% Functions of matrices.
sqrtm([4 1; 0 9]), logm(eye(2)), expm(zeros(2)), sqrtm([2 1; 1 2])
cholinv([2 1; 1 3]), chol2inv(chol([2 1; 1 3]))
linsolve([1 2; 3 4], [5; 6]), linsolve([1 0; 3 4], [5; 6], struct('LT', true))
mldivide([1 2; 3 4], [5; 6]), mrdivide([5 6], [1 2; 3 4])
[U, S] = schur([1 2; 0 3]);
S
H = hess([1 2; 3 4])
