% Power iteration, inverse iteration, deflation and the QR iteration.
1;
function [lambda, v, k] = power_iteration(A, v, tol)
  lambda = 0;
  for k = 1:1000
    w = A*v;
    v = w / norm(w);
    new = v'*A*v;
    if abs(new - lambda) < tol, lambda = new; return; end
    lambda = new;
  end
end
A = [4 1 0; 1 3 1; 0 1 2];
[l, v, k] = power_iteration(A, [1;1;1], 1e-12);
printf("%.10f after %d\n", l, k);
disp(abs(v'))
% Inverse iteration near 2.
mu = 2.1; x = [1;0;0];
for k = 1:6
  x = (A - mu*eye(3)) \ x;
  x = x / norm(x);
end
printf("%.10f\n", x'*A*x);
% Deflation.
B = A - l*(v*v');
[l2, v2] = power_iteration(B, [1;-1;1], 1e-13);
printf("%.8f %.8f\n", l, l2);
% QR iteration.
T = A;
for k = 1:60
  [Q, R] = qr(T);
  T = R*Q;
end
printf("%.8f ", sort(diag(T), 'descend')); printf("\n");
e = eig(A)
[V, D] = eig(A);
disp(norm(A*V - V*D) < 1e-12)
trace(A) - sum(e) < 1e-12
% Jacobi rotations.
S = A;
for sweep = 1:6
  for p = 1:2
    for q = p+1:3
      if abs(S(p,q)) > eps
        t = 0.5*atan2(2*S(p,q), S(q,q) - S(p,p));
        J = eye(3); J(p,p) = cos(t); J(q,q) = cos(t); J(p,q) = sin(t); J(q,p) = -sin(t);
        S = J'*S*J;
      end
    end
  end
end
printf("%.8f ", sort(diag(S))); printf("\n");
