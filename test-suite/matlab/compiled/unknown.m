% Variables whose classes only the running program knows: cells, results of eval, parameters of functions that handles call.
1;
function r = total(x, n)
  r = x;
  for i = 1:n
    r = r + x * i;
  end
end
function r = rows_of(f, A)
  r = 0;
  for i = 1:size(A, 1)
    for j = 1:size(A, 2)
      r = r + f(A(i, j)) * j;
    end
  end
end
function varargout = many(n, varargin)
  x = varargin{1};
  for i = 1:n
    x = x / 2 + i;
    varargout{i} = x;
  end
end
values = {1.5, single(2.25), int32(7), uint8(200), true, 'a', 2 + 3i, int64(5)};
for k = 1:numel(values)
  try
    r = total(values{k}, 20);
    printf('%s %s\n', class(r), num2str(r));
  catch err
    disp(err.message)
  end
end
a = cellfun(@total, {1, 2, 3}, {3, 4, 5})
b = feval('total', 0.5, 10)
printf('%g\n', rows_of(@(x) x^2, magic(3)), rows_of(@sin, zeros(2)));
[u, v, w] = many(3, 8)
c = {10, [1 2 3; 4 5 6], 'text', {1}};
n = c{1}; A = c{2}; s = 0;
for i = 1:n
  for j = 1:numel(A)
    s = s + A(j) * i;
  end
end
s
x = eval('int16(300)'); y = eval('3');
for i = 1:200, x = x + i * y; end, x, class(x)
z = c{3};
for i = 1:4, z(i) = z(5 - i); end, z
d = c{4};
try, for i = 1:2, d = d + 1; end, catch err, disp(err.message), end
q = eval('single([1 2 3])');
for i = 1:3, q(i) = q(i) / 3; end, printf('%.9g ', q), class(q)
t = c{1}; if n > 5, t = int32(t); end
for i = 1:5, t = t / 2; end, t, class(t)
g = eval('@(x) x + 1'); h = 0;
for i = 1:3, h = g(h); end, h
e = eval('[]'); for i = 1:3, e(i) = i; end, e
