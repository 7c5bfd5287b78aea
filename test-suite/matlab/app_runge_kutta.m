% Runge-Kutta of order 4 against Euler and Heun, for one equation and for a system.
1;
function y = euler(f, t, y0)
  y = zeros(size(t));
  y(1) = y0;
  for k = 1:numel(t)-1
    y(k+1) = y(k) + (t(k+1) - t(k)) * f(t(k), y(k));
  end
end
function y = heun(f, t, y0)
  y = zeros(size(t));
  y(1) = y0;
  for k = 1:numel(t)-1
    h = t(k+1) - t(k);
    p = y(k) + h * f(t(k), y(k));
    y(k+1) = y(k) + h / 2 * (f(t(k), y(k)) + f(t(k+1), p));
  end
end
function Y = rk4(f, t, y0)
  Y = zeros(numel(y0), numel(t));
  Y(:,1) = y0(:);
  for k = 1:numel(t)-1
    h = t(k+1) - t(k);
    k1 = f(t(k), Y(:,k));
    k2 = f(t(k) + h/2, Y(:,k) + h/2*k1);
    k3 = f(t(k) + h/2, Y(:,k) + h/2*k2);
    k4 = f(t(k) + h, Y(:,k) + h*k3);
    Y(:,k+1) = Y(:,k) + h/6*(k1 + 2*k2 + 2*k3 + k4);
  end
end
f = @(t, y) -2*t.*y;
exact = @(t) exp(-t.^2);
for n = [5 10 20 40]
  t = linspace(0, 1, n+1);
  e1 = abs(euler(f, t, 1)(end) - exact(1));
  e2 = abs(heun(f, t, 1)(end) - exact(1));
  e3 = abs(rk4(f, t, 1)(end) - exact(1));
  printf("%3d  %.6e  %.6e  %.6e\n", n, e1, e2, e3);
end
g = @(t, y) [y(2); -y(1)];
t = 0:0.25:2
Y = rk4(g, t, [1 0]);
disp(Y')
energy = sum(Y.^2, 1);
printf("energy between %.8f and %.8f\n", min(energy), max(energy));
lv = @(t, z) [z(1)*(1.1 - 0.4*z(2)); z(2)*(0.1*z(1) - 0.4)];
Z = rk4(lv, 0:0.5:10, [10; 10]);
Z(:, 1:5:end)
