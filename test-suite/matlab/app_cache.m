% A cache that forgets what was used least recently, counters, sets, an index of words, nested maps.
1;
function [c, v, hit] = get_value(c, key, f)
  c.clock++;
  k = find(strcmp(c.keys, key));
  hit = ~isempty(k);
  if hit
    v = c.values{k};
  else
    v = f(key);
    if numel(c.keys) >= c.size
      [~, k] = min(c.used);
      printf("  drops %s\n", c.keys{k});
    else
      k = numel(c.keys) + 1;
    end
    c.keys{k} = key; c.values{k} = v;
  end
  c.used(k) = c.clock;
end
c = struct('size', 3, 'clock', 0, 'keys', {{}}, 'values', {{}}, 'used', []);
hits = 0;
for w = {'a', 'bb', 'a', 'ccc', 'dddd', 'bb', 'a', 'dddd'}
  [c, v, hit] = get_value(c, w{1}, @length);
  hits += hit;
  printf("%-4s %d %d\n", w{1}, v, hit);
end
hits
c
m = containers.Map();
for w = strsplit('to be or not to be that is the question to be')
  k = w{1};
  if ~m.isKey(k), m(k) = 0; end
  m(k) = m(k) + 1;
end
m
m.keys()
cell2mat(m.values())
m.values({'be', 'to'})
index = containers.Map('KeyType', 'double', 'ValueType', 'any');
for k = m.keys()
  n = length(k{1});
  if isKey(index, n), index(n) = [index(n), k]; else index(n) = k; end
end
for n = cell2mat(index.keys())
  printf("%d: %s\n", n, strjoin(index(n), ' '));
end
a = {'x', 'y', 'z'}; b = {'y', 'w'};
union(a, b), intersect(a, b), setdiff(a, b), setxor(a, b)
[tf, loc] = ismember({'z', 'q'}, a)
try
  m('missing')
catch e
  disp(e.message)
end
remove(m, 'to');
m.Count, m.length(), isobject(m)
s.a.b.c = 5; s.a.d = {1, 'two'};
s
s.a.d{2}(1)
getfield(s, 'a', 'b')
