% The wave equation by finite differences, for several speeds of the wave.
points = 10;
steps = 15;
speeds = 2;

function u = wave(width, duration, speed, points, steps)
  h = width / (points - 1);
  k = duration / (steps - 1);
  r = speed * k / h;
  r2 = r ^ 2;
  r22 = r ^ 2 / 2;
  s1 = 1 - r ^ 2;
  s2 = 2 - 2 * r ^ 2;
  u = zeros(points, steps);
  for i = 2:points-1
    x = h * (i - 1);
    u(i, 1) = sin(pi * x) + sin(2 * pi * x);
  end
  for i = 2:points-1
    u(i, 2) = s1 * u(i, 1) + r22 * (u(i+1, 1) + u(i-1, 1));
  end
  for j = 3:steps
    for i = 2:points-1
      u(i, j) = s2 * u(i, j-1) + r2 * (u(i-1, j-1) + u(i+1, j-1)) - u(i, j-2);
    end
  end
end

total = 0;
most = 0;
for number = 1:speeds
  u = wave(1, 1, 0.9 * number / speeds, points, steps);
  total = total + sum(u(:, end));
  most = max(most, max(u(:, end)));
end
fprintf('%.15g\n', total, most, u(round(points / 3), round(steps / 3)), sum(abs(u(2, :))));
