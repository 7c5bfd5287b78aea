% A differential equation by steps.
f = @(t, y) -2 * y + t; t = 0; y = 1; h = 0.1;
for k = 1:10, y += h * f(t, y); t += h; end
printf('%.6f %.6f\n', t, y);
exact = @(t) 1.25 * exp(-2 * t) + t / 2 - 0.25; printf('%.6f %.2e\n', exact(1), abs(y - exact(1)));
[tt, yy] = ode45(f, [0 1], 1); printf('%.5f\n', yy(end));
