% Natural cubic splines by hand, Lagrange and Newton interpolation, divided differences.
1;
function [a, b, c, d] = natural_spline(x, y)
  n = numel(x);
  h = diff(x);
  A = eye(n); r = zeros(n, 1);
  for i = 2:n-1
    A(i, i-1:i+1) = [h(i-1), 2*(h(i-1) + h(i)), h(i)];
    r(i) = 3*((y(i+1) - y(i))/h(i) - (y(i) - y(i-1))/h(i-1));
  end
  c = (A \ r)';
  a = y;
  b = diff(y)./h - h.*(2*c(1:n-1) + c(2:n))/3;
  d = diff(c)./(3*h);
end
function v = evaluate(x, a, b, c, d, t)
  v = zeros(size(t));
  for k = 1:numel(t)
    i = find(x <= t(k), 1, 'last');
    i = min(i, numel(x) - 1);
    s = t(k) - x(i);
    v(k) = a(i) + s*(b(i) + s*(c(i) + s*d(i)));
  end
end
function v = lagrange(x, y, t)
  v = 0;
  for i = 1:numel(x)
    p = y(i);
    for j = [1:i-1, i+1:numel(x)]
      p = p .* (t - x(j)) / (x(i) - x(j));
    end
    v = v + p;
  end
end
function c = divided_differences(x, y)
  c = y;
  n = numel(x);
  for k = 2:n
    for i = n:-1:k
      c(i) = (c(i) - c(i-1)) / (x(i) - x(i-k+1));
    end
  end
end
x = [0 1 2.5 3.6 5];
y = [1 2.2 0.7 -0.4 1.5];
[a, b, c, d] = natural_spline(x, y)
t = 0:0.5:5;
s = evaluate(x, a, b, c, d, t);
printf("%.1f: %9.5f %9.5f\n", [t; s; lagrange(x, y, t)]);
w = divided_differences(x, y)
v = w(end);
for k = numel(x)-1:-1:1
  v = v .* (t - x(k)) + w(k);
end
disp(max(abs(v - lagrange(x, y, t))) < 1e-12)
interp1(x, y, [0.5 2 4.9])
interp1(x, y, [0.5 2 4.9], "nearest")
all(abs(spline(x, y, x) - y) < 1e-12)
