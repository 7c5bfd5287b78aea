% What statements of whole vectors, minima and parts that run once need: each function is wrong where one condition is missing.
1;
function u = in_order(x, g, n)
  u = zeros(1, n);
  for k = 1:n
    u(k) = sum(x) * g;
    g = g + 1;
  end
end
function z = overlapping(z, n)
  for k = 1:n
    z(2:6) = z(1:5) + k;
  end
end
function u = powers(x, n)
  u = zeros(1, n);
  for k = 1:n
    d = x .^ 3 + k;
    u(k) = sum(d);
  end
end
function u = largest(x, n)
  u = zeros(1, n);
  for k = 1:n
    u(k) = max(x - k);
  end
end
function s = zeros_of_signs(s, x)
  for k = 1:numel(x)
    s = max(s, x(k) * 0);
  end
end
function s = zeros_of_signs_too(s, x)
  for k = 1:numel(x)
    s = min(x(k) * 0, s);
  end
end
function s = least(s, x)
  for k = 1:numel(x)
    s = min(s, x(k));
  end
end
function x = of_iteration_before(p, w)
  n = numel(p); x = zeros(1, n); t = ones(1, n); h = 5;
  for k = 1:n
    t(k) = p(k) * 2;
  end
  for k = 2:n
    x(k) = h * w(k) + x(k-1);
    h = t(k) + 1;
  end
end
function x = of_other(p, w)
  n = numel(p); x = zeros(1, n); t = ones(1, n);
  for k = 1:n
    t(k) = w(k) * 2 + p(k);
  end
  for k = 2:n
    x(k) = t(k) + x(k-1);
  end
end
function x = made_later(p, w)
  n = numel(p); x = zeros(1, n); t = ones(1, n); a = 1;
  for k = 2:n
    t(k) = p(k) * 2;
  end
  x(2) = a + t(3);
  a = w(2) * 7;
  x(3) = a;
end
function x = of_two_loops(p, w)
  n = numel(p); x = zeros(1, n); h = 5;
  for k = 2:n
    h = p(k) / 3;
    x(k) = h * w(k) + x(k-1);
  end
  for k = 2:n
    h = p(k) / 7;
    x(k) = h * x(k) + w(k);
  end
  x(1) = h;
end
function r = all_calls(P, Q, m)
  r = zeros(4, 4); y = r(1, :);
  for j = 1:m
    w = Q * j;
    y = of_iteration_before(P, w);
    r(1, :) = r(1, :) + y;
  end
  for j = 1:m
    w = Q * j;
    y = of_other(P, w);
    r(2, :) = r(2, :) + y;
  end
  for j = 1:m
    w = Q * j;
    y = made_later(P, w);
    r(3, :) = r(3, :) + y;
  end
  for j = 1:m
    w = Q * j;
    y = of_two_loops(P, w);
    r(4, :) = r(4, :) + y;
  end
end
x = [1.1; -2.3; 0.7]; one = numel(1);
disp(in_order(x, 2, 4))
disp(overlapping((1:6) / 2, 3))
printf('%.17g ', powers(x, 2), powers(x(1:one), 2)); disp('')
disp(largest(x, 3))
try, largest(zeros(0, 1), 3), catch err, disp(err.message), end
printf('%g ', 1 / zeros_of_signs(0, -x), 1 / zeros_of_signs(-0, x), 1 / zeros_of_signs_too(0, x), 1 / zeros_of_signs_too(-0, -x)); disp('')
disp([least(NaN, x), least(5, x), least(-9, x)])
disp(all_calls([1 2 3 4], [1 2 3 4], 5))
