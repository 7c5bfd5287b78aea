% Loops that call functions of which a part computes the same each time.
1;

% The first loop comes apart: the diagonal needs no right side.
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

function u = heat(middle, steps, change)
  n = numel(middle);
  u = zeros(n, steps);
  u(:, 1) = (1:n)';
  lower = -ones(1, n - 1);
  for t = 1:2
    for j = 2:steps
      if j > 2 || t > 1
        u(:, j) = tridiagonal(lower, middle, lower, u(:, j-1) + t);
      end
    end
    % Between the loops, an argument changes.
    middle = middle + change;
  end
end

% In the loop, too.
function u = changing(middle, steps)
  u = zeros(1, steps);
  b = 1:numel(middle);
  for j = 1:steps
    x = tridiagonal(0.5 * ones(1, 4), middle, -ones(1, 4), b);
    u(j) = x(2);
    middle(2) = middle(2) + 1;
  end
end

% The factor that is read is of the iteration before.
function x = before(a, b)
  x = zeros(1, 4);
  factor = 1;
  for k = 2:4
    x(k) = b(k) * factor;
    factor = a(k) + 1;
  end
end

% A sum that all iterations share, and a number that the loop is left with.
function x = shared(a, b)
  x = zeros(1, 4);
  total = 0;
  for k = 1:4
    total = total + a(k);
    x(k) = b(k) - total;
  end
  x(1) = total * 2;
end

% A number is read before it is made anew.
function x = twice(a, b)
  scale = a(1);
  x = b * scale;
  scale = scale + 1;
  for k = 1:4
    scale = scale + a(k);
  end
  x(2) = x(2) + scale;
end

% An array is used as a whole, another is the result.
function [x, c] = whole(a, b)
  c = zeros(1, 4);
  for k = 1:4
    c(k) = a(k) * 2;
  end
  x = c;
  x(1) = x(1) + b(1);
end

% The loop's own counter is read behind it.
function x = counted(a, b)
  x = zeros(1, 4);
  for k = 1:3
    s = a(k) * 2;
    x(k) = b(k) + s;
  end
  x(4) = k + s;
end

function r = all_of(a, b)
  r = zeros(6, 4);
  for j = 1:3
    r(1, :) = r(1, :) + before(a, b);
    r(2, :) = r(2, :) * 0.5 + shared(a, b);
    r(3, :) = r(3, :) * 0.5 + twice(a, b);
    x = before(a, b);
    r(1, :) = r(1, :) - x;
    y = shared(a, b);
    z = twice(a, b);
    v = whole(a, b);
    w = counted(a, b);
    r(4, :) = r(4, :) + y - z;
    r(5, :) = r(5, :) * 2 + v;
    r(6, :) = r(6, :) - w;
    v(2) = 7;
    b(1) = b(1) + 1;
  end
end

heat([4 5 6 7 8], 4, 0)
heat([4 5 6 7 8], 4, 0.5)
changing([4 5 6 7 8], 5)
all_of([1 2 3 4], [5 6 7 8])
% An error in the part that runs once.
try
  heat([1 0 0 0 NaN], 3, 1)
  u = tridiagonal([1 2], [3 4 5 6], [1 2 3], 1:4);
catch err
  disp(err.message)
end
