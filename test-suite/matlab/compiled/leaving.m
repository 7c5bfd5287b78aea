% Loops that compiled code cannot finish alone.
w = [];
for i = 1:6
  w(end+1) = i^2;
end
disp(w)
a = zeros(1, 5);
try
  for i = 1:9
    a(i + mod(i, 2)) = i;
    b = a(2 * i);
  end
catch err
  disp(err.message)
end
disp(a), disp(i)
total = 0;
for i = 1:4
  for j = 1:3
    if i == 2 && j == 2
      printf("at %d %d: %g\n", i, j, total);
    end
    total = total + i * j;
  end
  if i == 3, continue, end
  total = total - 1;
end
disp(total)
x = [4 9 -16 25];
r = 0;
for i = 1:4
  r = r + sqrt(x(i));
end
disp(r)
for i = 1:0, end
disp(size(i))
n = 0;
while true
  n = n + 1;
  if n > 7, break, end
  if twice(n) == 6, found = n > 2; end
end
disp(n), disp(class(found)), disp(found)
k = 0;
for t = 0:0.25:1
  k = k + t;
end
disp(k), disp(t)
s = 'hello';
v = 0;
for i = numel(s):-1:1
  v = v * 2 + (s(i) > 'h');
end
disp(v)
try
  for i = 1:3
    y = later(i);
  end
catch
  disp('not defined yet')
end
function y = later(x)
  y = x + 1;
end
for i = 1:3
  y = later(i);
end
disp(y)
best = 0;
for i = 1:4
  for j = 1:4
    last = i * j;
    best = max(best, mod(last, 5));
  end
end
disp(last), disp(best)
