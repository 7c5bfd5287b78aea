% A vibrating string by finite differences, and its energy.
n = 21; c = 1; h = 1/(n-1); dt = 0.5*h;
x = (0:n-1)'*h;
u = zeros(n, 1);
i = x <= 0.5;
u(i) = 2*x(i);
u(~i) = 2 - 2*x(~i);
old = u; s = (c*dt/h)^2;
new = u;
new(2:n-1) = u(2:n-1) + s/2*(u(3:n) - 2*u(2:n-1) + u(1:n-2));
u = new;
E = [];
for k = 2:80
  new(2:n-1) = 2*u(2:n-1) - old(2:n-1) + s*(u(3:n) - 2*u(2:n-1) + u(1:n-2));
  E(end+1) = sum(((new - u)/dt).^2)*h/2 + sum((diff(u)/h).*(diff(new)/h))*h/2;
  old = u; u = new;
  if mod(k, 20) == 0
    printf("t = %.3f: ", k*dt); printf("%7.4f", u(1:4:end)); printf("\n");
  end
end
printf("energy drifts by %.1e\n", max(E) - min(E) < 1e-12);
E(1)
% D'Alembert for a narrow pulse.
f = @(z) exp(-200*(z - 0.5).^2);
t = [0 0.1 0.2];
for k = 1:3
  y = 0.5*(f(x - t(k)) + f(x + t(k)));
  printf("%.4f ", y(1:5:end)); printf("\n");
end
