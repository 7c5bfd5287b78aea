% Laplace's equation in a square with given values at its border, by successive over-relaxation.
n = 12;
sweeps = 40;

function [u, change, sweep] = relax(u, weight, tolerance, sweeps)
  [n, m] = size(u);
  change = 1;
  sweep = 0;
  while change > tolerance && sweep < sweeps
    change = 0;
    for j = 2:m-1
      for i = 2:n-1
        step = weight * (u(i, j+1) + u(i, j-1) + u(i+1, j) + u(i-1, j) - 4 * u(i, j)) / 4;
        u(i, j) = u(i, j) + step;
        if abs(step) > change
          change = abs(step);
        end
      end
    end
    sweep = sweep + 1;
  end
end

x = (0:n-1)' / (n - 1);
u = 70 * ones(n, n);
u(:, 1) = 20 + 160 * x;
u(:, n) = 180 * x .^ 2;
u(1, :) = 20 * (1 - x);
u(n, :) = 180;
weight = 4 / (2 + sqrt(4 - (2 * cos(pi / (n - 1))) ^ 2));
[u, change, sweep] = relax(u, weight, 1e-3, sweeps);
fprintf('%.15g\n', sweep, change, sum(u(:)), u(2, 2), u(n-1, n-1));
