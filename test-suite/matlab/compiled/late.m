1;
function u = all_columns(m, n)
  u = zeros(m, n);
  for j = 1:n
    for i = 1:m
      u(i, j) = i + 10 * j;
    end
  end
end
function u = some_rows(m, n)
  u = ones(m, n);
  u2 = zeros(m, n);
  for j = 3:n
    for i = 2:m-1
      u(i, j) = u(i, j-1) + u(i-1, j-2) + u2(i, j);
      u2(i, j-1) = u(i, j) * 2;
    end
  end
  u = u + 3 * u2;
end
function u = ahead(m, n)
  u = zeros(m);
  u(1, 1) = 5;
  for j = 1:n-1
    for i = 1:m
      u(i, j+1) = u(i, j) + i;
      if j > 1, u(i, j) = u(i, j-1) - 1; end
    end
  end
end
function u = rows_first(m, n)
  u = zeros(m, n);
  for i = 2:m
    for j = 1:n
      u(i, j) = u(i-1, j) + j;
    end
  end
end
function u = backwards(m, n)
  u = zeros(m, n);
  for j = n:-1:2
    for i = 1:m
      u(i, j-1) = u(i, j) + i;
    end
  end
end
function u = steps(m, n)
  u = zeros(m, n);
  for j = 2:2:n
    for i = 1:m
      u(i, j) = u(i, j-1) + i;
    end
  end
end
function u = under(m, n)
  u = Inf(m, n);
  for j = 1:n
    for i = 1:m
      if j < n, u(i, j+1) = i; else u(i, j) = -j; end
    end
  end
end
function u = twice(m, n)
  u = zeros(m, n);
  for j = 2:n
    for i = 1:m, u(i, j) = j; end
  end
  for j = 1:n-3
    for i = 1:m, u(i, j) = u(i, j+2) + u(i, j); end
  end
end
function u = never(m, n)
  u = zeros(m, n);
  for j = 5:n
    for i = 1:m, u(i, j) = j; end
  end
end
function u = returns(m, n)
  u = zeros(m, n);
  if m > n, return; end
  for j = 1:n
    for i = 1:m, u(i, j) = j - i; end
  end
end
function u = loops(m, n)
  u = ones(m, n);
  for k = 1:3
    v = zeros(m, n);
    for j = 1:n
      for i = 1:m, v(i, j) = u(i, j) * k; end
    end
    if v(1, 1) > 4, break; end
    u = v + 1;
  end
end
function u = wrong(m, n)
  u = zeros(m, n);
  for j = 1:n
    for i = 1:m, u(i, j) = u(i, j+1) + 1; end
  end
end
function u = signs(m, n)
  u = zeros(m, n);
  for j = 1:n
    for i = 1:m, u(i, j) = -i; end
  end
  u = sqrt(u);
end
function [m, s] = asks(a, b)
  u = zeros(a, b);
  m = numel(u);
  s = 0;
  for j = 1:b
    for i = 1:a, s = s + u(i, j); u(i, j) = 1; end
  end
  s = s + sum(u(:)) + u(end, end);
end
t = 0;
for k = 1:4
  a = all_columns(k + 2, k); t = t + sum(a(:));
  a = some_rows(k + 3, k + 2); t = t + sum(a(:)) / 7;
  a = ahead(k + 1, k + 1); t = t * 1.5 + sum(a(:));
  a = rows_first(k, k + 1); t = t + sum(a(:));
  a = backwards(k + 1, k); t = t + sum(a(:));
  a = steps(k, k + 3); t = t + sum(a(:));
  a = under(k, k + 1); t = t + sum(a(:, end));
  a = twice(k, k + 4); t = t * 1.1 + sum(a(:));
  a = never(k, k + 2); t = t + sum(a(:));

  a = loops(k, 3); t = t + sum(a(:));
  [p, q] = asks(k, k + 2); t = t + p * q;
end
for k = 1:3
  a = all_columns(40, 50 + k); b = some_rows(37, 29 + k); c = ahead(30 + k, 30 + k); d = twice(19, 9 * k);
  fprintf('%g %g %g %g\n', sum(a(:)), sum(b(:)), sum(c(:)), sum(d(:)));
end
fprintf('%.15g\n', t);
try
  for k = 1:3, a = wrong(k, k); end
catch e
  disp(e.message);
end
for k = 1:3, b = signs(k, k); end
b
for k = 1:4, a = returns(3, k); end
a

% The memory of the old value becomes that of the new one, unless somebody can see the old value.
function u = made(m, n, k)
  u = zeros(m, n);
  for j = 1:n
    for i = 1:m
      u(i, j) = i * k + j;
    end
  end
  if k == 3, u(m + 1, 1) = u(m, n + 1); end
end
function u = changed(u, k)
  for j = 1:size(u, 2)
    for i = 1:size(u, 1), u(i, j) = u(i, j) * k; end
  end
end
u = ones(2); v = u;
for k = 1:2
  w = u + v;
  u = made(2, 2, k);
  v = u .* w;
end
u, v, w
try
  for k = 1:4, u = made(2, 2, k); end
catch e
  disp(e.message), u
end
function caught
  u = zeros(2);
  try
    for k = 2:4, u = made(2, 3, k); end
  catch
    disp(u)
  end
  unwind_protect
    for k = 2:4, u = made(3, 2, k); end
  unwind_protect_cleanup
    disp(u)
  end_unwind_protect
end
try, caught, catch e, disp(e.message), end
function u = not_caught
  for k = 2:4, u = made(2, 3, k); end
end
try, u = not_caught; catch e, disp(e.message), u, end
for k = 1:3
  u = changed(u, k); w = u; u = changed(u, 2); u = made(2, k, 1);
end
u, w
for k = 1:3
  [u, w] = deal(made(k, 2, 1), made(2, k, 2));
end
u, w

% Iterations that end early, parts that are no whole, conditions that are not evaluated, results that are parameters, and variables
% that outlive their function.
function u = skipped(m, n, s)
  u = ones(m, n);
  for j = 1:n
    if j == s, continue; end
    for i = 1:m, u(i, j) = 7; end
  end
end
function u = part(s)
  u = [1 2 3; 4 5 6; 7 8 9] * s;
  u(1:2, 1:2) = 0;
  u(1, 1) = 1;
end
function u = joined(n, s)
  a = ones(2, n) * s;
  u = [a; zeros(2, n)];
  u(1, 1) = u(1, 1) + 1;
end
function u = decided(m, n, s)
  u = ones(m, n);
  if s > 2 && u(2, 2), u(1, 1) = 8; end
end
function u = given(u, k)
  u(1, 1) = k;
end
function u = failing(s)
  u = zeros(2, 2) + s;
  u(1, 1) = 9;
  if s == 3, error('no'); end
end
function r = kept(last)
  persistent x
  if isempty(x), x = zeros(2, 2); end
  for k = 1:last, x = failing(k); end
  r = x;
end
t = []; w = [1 2; 3 4];
for k = 1:3
  x = skipped(2, 3, k); t(end + 1) = sum(x(:));
  x = part(k); t(end + 1) = x(3, 3);
  x = decided(2, 2, k); t(end + 1) = x(2, 1); x(2, 1) = 5;
end
t
for k = 1:3
  x = joined(3, k);
end
x
t = 0; x = zeros(2);
for k = 1:3
  x = given(w, k); t = 10 * t + x(2, 2); w = w + 1;
end
t
try, kept(4); catch e, disp(e.message), end
kept(0)

% Zeros that the interpreter has just made need no filling; others do.
function r = again(n, m)
  d = ones(n, m); e = d * 2;
  d = zeros(n, m);
  r = sum(d(:)) + sum(e(:));
  d = d + 5; d = zeros(n, m); e = zeros(m, n);
  r = [r, sum(d(:)), sum(e(:)), size(d), size(e)];
  d = e + 1;
  for k = 1:3
    d = zeros(k, k);
    d(k, 1) = k;
    r = [r, sum(d(:))];
    d = zeros(k, k);
    r = [r, sum(d(:))];
  end
end
again(3, 4), again(4, 3), again(300, 400)
