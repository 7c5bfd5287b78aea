% Recursion: Ackermann, Catalan, Fibonacci by matrices and with memory, Gray codes, partitions, flattening.
1;
function v = ackermann(m, n)
  if m == 0
    v = n + 1;
  elseif n == 0
    v = ackermann(m - 1, 1);
  else
    v = ackermann(m - 1, ackermann(m, n - 1));
  end
end
function [v, memo] = fib(n, memo)
  if isKey(memo, n), v = memo(n); return; end
  if n < 2
    v = n;
  else
    v = fib(n-1, memo) + fib(n-2, memo);
  end
  memo(n) = v;
end
function p = partitions(n, most)
  if n == 0, p = {[]}; return; end
  p = {};
  for k = min(n, most):-1:1
    for q = partitions(n - k, k)
      p{end+1} = [k q{1}];
    end
  end
end
function c = flatten(x)
  c = {};
  for k = 1:numel(x)
    if iscell(x{k}), c = [c flatten(x{k})]; else c{end+1} = x{k}; end
  end
end
function varargout = split(v)
  for k = 1:nargout
    varargout{k} = v(k);
  end
end
ackermann(2, 3)
memo = containers.Map('KeyType', 'double', 'ValueType', 'double');
fib(40, memo)
memo.Count
F = [1 1; 1 0]^30;
F(1, 2)
catalan = arrayfun(@(n) nchoosek(2*n, n)/(n + 1), 0:8)
g = {'0', '1'};
for k = 2:3
  g = [strcat('0', g), strcat('1', fliplr(g))];
end
strjoin(g, ' ')
p = partitions(5, 5);
cellfun(@(v) printf("%s ", mat2str(v)), p); printf("\n");
flatten({1, {2, {3, 'x'}, {}}, {{{4}}}})
[a, b, c] = split([10 20 30])
compose = @(varargin) @(x) cellfun(@(f) f(x), varargin);
h = compose(@sin, @(t) t^2, @abs);
h(-2)
power_set = cell(1, 8);
for k = 0:7, power_set{k+1} = find(bitget(k, 1:3)); end
cellfun(@numel, power_set)
y = @(n) prod(1:n);
arrayfun(y, 0:6)
