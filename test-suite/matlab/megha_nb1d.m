% Bodies that attract each other: the forces on one body at a time, by vectors.
bodies = 20;
steps = 3;

dt = 0.001;
softening = 0.01;
i = (1:bodies)';
mass = 1 + 0.5 * mod(i, 7);
x = 10 * sin(1.3 * i);
y = 10 * cos(2.1 * i);
z = 10 * sin(0.7 * i + 1);
vx = zeros(bodies, 1);
vy = zeros(bodies, 1);
vz = zeros(bodies, 1);
ax = zeros(bodies, 1);
ay = zeros(bodies, 1);
az = zeros(bodies, 1);
for step = 1:steps
  for k = 1:bodies
    dx = x - x(k);
    dy = y - y(k);
    dz = z - z(k);
    square = dx .^ 2 + dy .^ 2 + dz .^ 2 + softening;
    pull = mass ./ (square .* sqrt(square));
    ax(k) = sum(pull .* dx);
    ay(k) = sum(pull .* dy);
    az(k) = sum(pull .* dz);
  end
  vx = vx + dt * ax;
  vy = vy + dt * ay;
  vz = vz + dt * az;
  x = x + dt * vx;
  y = y + dt * vy;
  z = z + dt * vz;
end
kinetic = 0.5 * sum(mass .* (vx .^ 2 + vy .^ 2 + vz .^ 2));
fprintf('%.15g\n', kinetic, sum(abs(x)), sum(abs(y)), sum(abs(z)), vx(1));
