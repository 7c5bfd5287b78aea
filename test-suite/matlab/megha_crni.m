% Heat in a rod by Crank and Nicolson, with a tridiagonal system for each step.
points = 20;
steps = 12;

function x = tridiagonal(lower, middle, upper, right)
  n = length(middle);
  x = zeros(n, 1);
  for k = 2:n
    factor = lower(k-1) / middle(k-1);
    middle(k) = middle(k) - factor * upper(k-1);
    right(k) = right(k) - factor * right(k-1);
  end
  x(n) = right(n) / middle(n);
  for k = n-1:-1:1
    x(k) = (right(k) - upper(k) * x(k+1)) / middle(k);
  end
end

function u = heat(initial, left, right, conductivity, width, duration, steps)
  points = length(initial);
  dx = width / (points - 1);
  dt = duration / (steps - 1);
  r = conductivity ^ 2 * dt / dx ^ 2;
  s1 = 2 + 2 / r;
  s2 = 2 / r - 2;
  u = zeros(points, steps);
  u(:, 1) = initial;
  u(1, :) = left;
  u(points, :) = right;
  middle = s1 * ones(1, points);
  middle(1) = 1;
  middle(points) = 1;
  lower = -ones(1, points - 1);
  lower(points-1) = 0;
  upper = -ones(1, points - 1);
  upper(1) = 0;
  b = zeros(1, points);
  b(1) = left;
  b(points) = right;
  for j = 2:steps
    for i = 2:points-1
      b(i) = u(i-1, j-1) + u(i+1, j-1) + s2 * u(i, j-1);
    end
    u(:, j) = tridiagonal(lower, middle, upper, b);
  end
end

x = (0:points-1) / (points - 1);
u = heat(sin(pi * x) + sin(3 * pi * x), 0, 0, 1, 1, 0.1, steps);
fprintf('%.15g\n', sum(u(:)), sum(u(:, end)), u(round(points / 2), end), max(u(:, 2)));
