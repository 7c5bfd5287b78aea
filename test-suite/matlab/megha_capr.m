% Capacitance of a line with a rectangular outer and inner conductor: the potential in a quarter of its section by the method
% of Gauss and Seidel, then the charge by Gauss' law along a contour between the conductors.
rows = 12;
columns = 20;
sweeps = 8;

% The potential at the start, and where it is free.
function [f, free] = conductors(rows, columns)
  f = zeros(rows, columns);
  free = ones(rows, columns);
  for j = 1:columns
    for i = 1:rows
      if i <= rows / 2 && j <= columns / 2
        f(i, j) = 1;
        free(i, j) = 0;
      elseif i == rows || j == columns
        free(i, j) = 0;
      end
    end
  end
end

function f = relax(f, free, relaxation)
  [rows, columns] = size(f);
  for j = 1:columns-1
    for i = 1:rows-1
      % The axes of symmetry are the first row and the first column.
      if i == 1
        north = f(2, j);
      else
        north = f(i-1, j);
      end
      if j == 1
        west = f(i, 2);
      else
        west = f(i, j-1);
      end
      mean = (north + west + f(i+1, j) + f(i, j+1)) / 4;
      f(i, j) = f(i, j) + free(i, j) * relaxation * (mean - f(i, j));
    end
  end
end

function q = charge(f)
  [rows, columns] = size(f);
  i = round(0.75 * rows);
  j = round(0.75 * columns);
  q = 0;
  for k = 1:j
    q = q + (f(i-1, k) - f(i+1, k)) / 2;
  end
  for k = 1:i
    q = q + (f(k, j-1) - f(k, j+1)) / 2;
  end
  q = 4 * q;
end

[f, free] = conductors(rows, columns);
change = 1;
q = 0;
for sweep = 1:sweeps
  f = relax(f, free, 1.8);
  old = q;
  q = charge(f);
  change = abs(q - old);
end
capacitance = 8.854187817e-12 * q;
fprintf('%.15g\n', q, capacitance, change, sum(f(:)));
