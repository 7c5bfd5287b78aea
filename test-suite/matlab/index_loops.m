% Loops that read and write single elements.
n = 30;
f = zeros(1, n);
f(1) = 1;
f(2) = 1;
for k = 3:n
  f(k) = f(k - 1) + f(k - 2);
end
disp(f(end))
p = true(1, 50);
p(1) = false;
for k = 2:7
  if p(k)
    p(k * k:k:end) = false;
  end
end
find(p)
A = zeros(4);
for i = 1:4
  for j = 1:4
    A(i, j) = 10 * i + j;
  end
end
A
t = 0;
for v = A
  t += v(2);
end
t
s = '';
for k = 1:5
  s(end + 1) = char('a' + k);
end
s
c = {};
for k = 1:3
  c{end + 1} = k * ones(1, k);
end
c
h = zeros(1, 5);
d = [1 3 3 5 1 1];
for k = d
  h(k)++;
end
h
x = 1:5;
while ~isempty(x)
  x(1) = [];
  printf('%d ', numel(x));
end
disp('')
