% Statements of whole vectors in loops: made anew in each iteration, slices, sums, and what passes from one iteration to the next.
1;
function [ax, e] = pull(x, y, m)
  ax = zeros(numel(x), 1); e = 0;
  for k = 1:numel(x)
    dx = x - x(k);
    dy = y - y(k);
    square = dx .^ 2 + dy .^ 2 + 0.01;
    f = m ./ (square .* sqrt(square));
    ax(k) = sum(f .* dx);
    e = max(e, max(abs(f)));
  end
end
function A = eliminate(A)
  n = rows(A);
  for k = 1:n-1
    for i = k+1:n
      f = A(i, k) / A(k, k);
      A(i, k:n) = A(i, k:n) - f * A(k, k:n);
    end
  end
end
function [C, s] = products(A, B)
  C = zeros(rows(A), columns(B)); s = 0;
  for j = 1:columns(B)
    for i = 1:rows(A)
      C(i, j) = A(i, :) * B(:, j);
    end
    if any(C(:, j) > 10) && sum(C(:, j)) < 1e6
      s = s + mean(C(:, j));
    end
  end
end
function [v, lengths] = powers(A, v, n)
  lengths = zeros(1, n);
  for k = 1:n
    w = zeros(size(v));
    for i = 1:rows(A), w(i) = sum(A(i, :)' .* v); end
    lengths(k) = sum(w .* w);
    v = w / 3;
  end
end
function u = shifted(u, n)
  for k = 1:n
    u(2:end-1) = (u(1:end-2) + u(3:end)) / 2;
  end
end
x = [1; 2; 4; 7; 11]; y = [3; -1; 0.5; 2; 8];
[ax, e] = pull(x, y, [1; 2; 1; 3; 1])
ax = pull(x, y, 2)
pull(x(1), y(1), 1)
try, pull(x, y, [1; 2; 3]), catch err, disp(err.message), end
eliminate([4 1 2; 2 5 1; 1 1 3])
eliminate(magic(4));
[C, s] = products(magic(4), [1 2; 3 4; 5 6; 7 8])
[C, s] = products(-0, 1); disp(1 / C)
try, products(magic(3), ones(4, 2)), catch err, disp(err.message), end
[v, l] = powers([2 1; 1 3], [1; 1], 4)
shifted([0 0 8 0 0], 3)
shifted([1; 2], 2)
total = 0; keep = zeros(3, 1);
for k = 1:4
  d = [k; 2 * k; 3] - 1;
  keep = keep + d;
  total = total + sum(d > 2);
end
d, keep, total
