% Whole-array statements in compiled loops and functions: shapes, masks, growth, errors, output, ranges, complex results.
1;
function [a, b] = swap(x, y)
  a = y; b = x;
end
function y = smooth(x, k)
  n = numel(x);
  y = x;
  for i = 1:k
    y(2:n-1) = (x(1:n-2) + x(3:n)) / 2;
    if any(y > 100), error('smooth: too large'); end
    x = y;
  end
end
function s = len(x)
  s = sqrt(sum(x .* x));
end
function [s, z] = stats(x, y)
  d = x - mean(x);
  z = d ./ (1 + abs(y));
  s = sum(z .* z);
end
function z = shifted(x)
  z = x / 2 + x .* x;
  w = sort(z);
  y = z + w(1);
  z = y .* abs(x);
end
function m = grid(n)
  m = zeros(n, n + 1, 2);
  for i = 1:n
    m(i, :, 1) = (1:n+1) * i;
    m(:, i, 2) = m(i, 1:n, 1)' / 2;
  end
end

n = 12;
x = (1:n) / 3; y = x .^ 2; A = reshape(1:n*n, n, n) / 7; r = 0:0.25:1; c = (3:-1:1)';
for t = 1:4
  [x, y] = swap(x, y);
  z = smooth(x, t);
  B = A' * A / 100 - A(:, end:-1:1);
  u = B * z' + mean(B, 2);
  [s, v] = stats(u', z);
  G = grid(3);
  A(2:4, :) = A(1:3, :) / 2 + r(2);
  A(A > 15) = A(A > 15) - B(A > 15) / 1e3;
  p = [z(1:3), t; c', len(c)];
  q = r * 2;
  e = sqrt(c - 1.5);
  if t == 3, x(end + 1) = 1; y(end + 1) = 2; x = x(1:end-1); y(end) = []; printf('t = %d\n', t); end
  first = r(1); last = c(end); most = max(max(A)); rows = sum(A .* A > 4);
end
printf('%.10g ', z, u, s, v); printf('\n');
printf('%.10g ', B(:, 2), A(3, :), p, rows, most, first, last); printf('\n');
printf('%g ', G); printf('\n');
q
r
e
class(rows), size(G), B(1) > 0
for t = 1:2
  v = shifted(v);
  printf('%.10g ', v); printf('\n');
end
try
  for t = 1:3
    z = smooth(z * 9, 2);
  end
catch err
  disp(err.message), disp(t), printf('%.8g\n', z(5));
end
try
  for t = 1:3
    A(:, t) = A(:, t) + c;
  end
catch err
  disp(err.message), disp(t)
end
