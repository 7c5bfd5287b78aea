% The heat equation: explicit, implicit and Crank-Nicolson steps, and a two-dimensional plate.
1;
function u = explicit(u, r, steps)
  for k = 1:steps
    u(2:end-1) = u(2:end-1) + r * (u(3:end) - 2*u(2:end-1) + u(1:end-2));
  end
end
function u = crank_nicolson(u, r, steps)
  n = numel(u) - 2;
  e = ones(n, 1);
  T = diag(-2*e) + diag(e(1:n-1), 1) + diag(e(1:n-1), -1);
  L = eye(n) - r/2*T;
  R = eye(n) + r/2*T;
  for k = 1:steps
    u(2:end-1) = L \ (R * u(2:end-1));
  end
end
function x = thomas(a, b, c, d)
  n = numel(d);
  for i = 2:n
    w = a(i) / b(i-1);
    b(i) -= w * c(i-1);
    d(i) -= w * d(i-1);
  end
  x = zeros(n, 1);
  x(n) = d(n) / b(n);
  for i = n-1:-1:1
    x(i) = (d(i) - c(i) * x(i+1)) / b(i);
  end
end
n = 11;
x = linspace(0, 1, n)';
u0 = sin(pi*x);
h = x(2) - x(1);
r = 0.4; dt = r*h^2;
u = explicit(u0, r, 25);
ue = exp(-pi^2*25*dt) * sin(pi*x);
printf("explicit error %.5f\n", max(abs(u - ue)));
v = crank_nicolson(u0, r, 25);
printf("Crank-Nicolson error %.6f\n", max(abs(v - ue)));
disp([x u v ue](1:2:end, :))
w = u0;
for k = 1:25
  m = n - 2;
  w(2:end-1) = thomas(-r*ones(m,1), (1+2*r)*ones(m,1), -r*ones(m,1), w(2:end-1));
end
printf("implicit %.6f %.6f\n", w(6), norm(w - ue));
% A plate with one warm side.
P = zeros(6, 7);
P(1, :) = 100;
for it = 1:200
  Q = P;
  Q(2:end-1, 2:end-1) = (P(1:end-2, 2:end-1) + P(3:end, 2:end-1) + P(2:end-1, 1:end-2) + P(2:end-1, 3:end)) / 4;
  if max(max(abs(Q - P))) < 1e-6, break; end
  P = Q;
end
printf("%d sweeps\n", it);
printf("%7.3f %7.3f %7.3f %7.3f %7.3f %7.3f %7.3f\n", P');
