% Maps from keys to values.
m = containers.Map(); m('a') = 1; m('b') = [1 2 3]; m.keys(), m.values(), m.Count, m.isKey('a'), isKey(m, {'a', 'z'}), m.length(), numel(m), length(m)
n = containers.Map({'x', 'y'}, [10 20]); n('x'), n.values({'y'}), keys(n), values(n)
k = containers.Map('KeyType', 'double', 'ValueType', 'any'); k(3) = 'three'; k(1) = {1}; k.keys(), k(3), k.KeyType, k.ValueType
n.remove('x'); n.keys()
for key = m.keys(), printf('%s ', key{1}); end, printf('\n');
c = containers.Map([1 2 3], {'a', 'b', 'c'}); c(2), c.values
u = containers.Map('UniformValues', false); u('q') = struct('z', 1); u('q').z
h = m; h('new') = 5; m.isKey('new'), class(m), isobject(m)
p = [n; m]; p.Count
try, m('zz'), catch e, disp(e.message), disp(e.identifier), end
try, k('text'), catch e, disp(e.message), end
try, n.remove('none'), catch e, disp(e.message), end
m
isempty(containers.Map()), containers.Map('a', 5).values
