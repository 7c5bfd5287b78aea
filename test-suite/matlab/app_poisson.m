% Poisson's equation on a square by the five-point matrix built with kron.
n = 4; h = 1/(n+1);
e = ones(n, 1);
T = 2*eye(n) - diag(e(1:n-1), 1) - diag(e(1:n-1), -1);
A = kron(eye(n), T) + kron(T, eye(n));
size(A)
nnz(A)
issymmetric(A)
[X, Y] = meshgrid((1:n)*h);
F = 2*pi^2*sin(pi*X).*sin(pi*Y);
U = reshape(A \ (h^2*F(:)), n, n);
disp(U)
exact = sin(pi*X).*sin(pi*Y);
printf("max error %.5f\n", max(abs(U(:) - exact(:))));
L = chol(A);
V = reshape(L \ (L' \ (h^2*F(:))), n, n);
printf("%d\n", norm(U - V, 'fro') < 1e-12);
lambda = eig(A);
k = (1:n)';
formula = sort(vec(bsxfun(@plus, 4*sin(k*pi*h/2).^2, 4*sin(k'*pi*h/2).^2)));
printf("%.6f %.6f\n", [lambda(1:4) formula(1:4)]');
printf("condition %.4f\n", cond(A));
A(1:5, 1:5)
