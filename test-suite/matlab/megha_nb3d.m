% Bodies that attract each other: the forces between all pairs at once, by matrices.
bodies = 12;
steps = 3;

dt = 0.001;
softening = 0.01;
i = (1:bodies)';
mass = 1 + 0.5 * mod(i', 5);
R = [10 * sin(1.1 * i), 10 * cos(1.9 * i), 10 * sin(0.9 * i + 2)];
V = zeros(bodies, 3);
for step = 1:steps
  dx = R(:, 1)' - R(:, 1);
  dy = R(:, 2)' - R(:, 2);
  dz = R(:, 3)' - R(:, 3);
  square = dx .^ 2 + dy .^ 2 + dz .^ 2 + softening;
  pull = mass ./ (square .* sqrt(square));
  A = [sum(pull .* dx, 2), sum(pull .* dy, 2), sum(pull .* dz, 2)];
  V = V + dt * A;
  R = R + dt * V;
end
kinetic = 0.5 * sum(mass' .* sum(V .^ 2, 2));
fprintf('%.15g\n', kinetic, sum(abs(R)), V(1, 1));
