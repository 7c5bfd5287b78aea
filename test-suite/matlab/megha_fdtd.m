% Electric and magnetic fields in a closed box by Yee's scheme: finite differences in three dimensions and in time.
nx = 6;
ny = 5;
nz = 4;
steps = 3;

light = 299792458;
permeability = 4e-7 * pi;
permittivity = 1 / (light ^ 2 * permeability);
dx = 0.05 / nx;
dy = 0.04 / ny;
dz = 0.02 / nz;
dt = 0.5 / (light * sqrt(1 / dx ^ 2 + 1 / dy ^ 2 + 1 / dz ^ 2));

Ex = zeros(nx, ny + 1, nz + 1);
Ey = zeros(nx + 1, ny, nz + 1);
Ez = zeros(nx + 1, ny + 1, nz);
Hx = zeros(nx + 1, ny, nz);
Hy = zeros(nx, ny + 1, nz);
Hz = zeros(nx, ny, nz + 1);

% A field in the inside, zero along the walls.
x = (0:nx)';
y = 0:ny;
for k = 2:nz
  Ey(:, :, k) = sin(pi * x / nx) * cos(0.1 * (0:ny-1)) * k;
  Ex(:, 2:ny, k) = cos(0.2 * (1:nx)') * sin(pi * y(2:ny) / ny);
end
for k = 1:nz
  Ez(2:nx, 2:ny, k) = sin(pi * x(2:nx) / nx) * sin(2 * pi * y(2:ny) / ny);
end

hx = dt / (permeability * dx);
hy = dt / (permeability * dy);
hz = dt / (permeability * dz);
ex = dt / (permittivity * dx);
ey = dt / (permittivity * dy);
ez = dt / (permittivity * dz);
for step = 1:steps
  Hx = Hx + hz * (Ey(:, :, 2:end) - Ey(:, :, 1:end-1)) - hy * (Ez(:, 2:end, :) - Ez(:, 1:end-1, :));
  Hy = Hy + hx * (Ez(2:end, :, :) - Ez(1:end-1, :, :)) - hz * (Ex(:, :, 2:end) - Ex(:, :, 1:end-1));
  Hz = Hz + hy * (Ex(:, 2:end, :) - Ex(:, 1:end-1, :)) - hx * (Ey(2:end, :, :) - Ey(1:end-1, :, :));

  Ex(:, 2:ny, 2:nz) = Ex(:, 2:ny, 2:nz) + ey * (Hz(:, 2:ny, 2:nz) - Hz(:, 1:ny-1, 2:nz)) ...
    - ez * (Hy(:, 2:ny, 2:nz) - Hy(:, 2:ny, 1:nz-1));
  Ey(2:nx, :, 2:nz) = Ey(2:nx, :, 2:nz) + ez * (Hx(2:nx, :, 2:nz) - Hx(2:nx, :, 1:nz-1)) ...
    - ex * (Hz(2:nx, :, 2:nz) - Hz(1:nx-1, :, 2:nz));
  Ez(2:nx, 2:ny, :) = Ez(2:nx, 2:ny, :) + ex * (Hy(2:nx, 2:ny, :) - Hy(1:nx-1, 2:ny, :)) ...
    - ey * (Hx(2:nx, 2:ny, :) - Hx(2:nx, 1:ny-1, :));
end
electric = sum(Ex(:) .^ 2) + sum(Ey(:) .^ 2) + sum(Ez(:) .^ 2);
magnetic = sum(Hx(:) .^ 2) + sum(Hy(:) .^ 2) + sum(Hz(:) .^ 2);
fprintf('%.15g\n', electric, magnetic, Ex(2, 3, 2), Hy(3, 3, 3), max(abs(Hz(:))));
