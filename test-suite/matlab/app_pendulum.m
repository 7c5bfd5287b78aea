% Pendulum, spring, planet and falling body by symplectic steps and by Verlet's method.
1;
function [q, p] = leapfrog(force, q, p, h, n)
  p = p + h/2*force(q);
  for k = 1:n
    q = q + h*p;
    p = p + h*force(q);
  end
  p = p - h/2*force(q);
end
f = @(q) -sin(q);
energy = @(q, p) p^2/2 - cos(q);
e0 = energy(1, 0);
for h = [0.2 0.1 0.05]
  [q, p] = leapfrog(f, 1, 0, h, round(10/h));
  printf("%.2f %9.6f %9.6f %.2e\n", h, q, p, abs(energy(q, p) - e0));
end
% Period from zero crossings.
q = 0.5; p = 0; h = 0.01; t = 0; cross = [];
while numel(cross) < 3
  old = q;
  [q, p] = leapfrog(f, q, p, h, 1);
  t += h;
  if old > 0 && q <= 0, cross(end+1) = t - h*q/(q - old); end
end
printf("period %.5f, series %.5f\n", mean(diff(cross)), 2*pi*(1 + 0.5^2/16 + 11*0.5^4/3072));
% Kepler.
g = @(r) -r/norm(r)^3;
r = [1; 0]; v = [0; 1];
L0 = r(1)*v(2) - r(2)*v(1);
for k = 1:4
  [r, v] = leapfrog(g, r, v, 0.01, 157);
  printf("%8.5f %8.5f  %.2e\n", r, abs(r(1)*v(2) - r(2)*v(1) - L0) < 1e-12);
end
% Two coupled springs as an eigenvalue problem.
K = [2 -1; -1 2];
[V, D] = eig(K);
w = sqrt(diag(D))'
V = V .* sign(V(2,:))
x0 = [1; 0];
c = V \ x0;
x = @(t) V*(c .* cos(w'*t));
[x(0) x(1) x(2)]
% A falling body with drag.
v = 0; y = 100; t = 0; h = 0.05;
while y > 0
  v += h*(9.81 - 0.01*v*abs(v));
  y -= h*v;
  t += h;
end
printf("lands after %.2f s at %.3f m/s\n", t, v);
z = 5*exp(1i*pi/3)
[real(z) imag(z) abs(z) angle(z)*180/pi]
