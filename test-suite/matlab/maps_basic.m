% containers.Map: making and reading.
m = containers.Map ()
m('one') = 1;
m('two') = [1 2 3];
m.Count, m.keys (), m.values ()
m('two')(2)
isKey (m, 'one'), m.isKey ({'one', 'none'})
n = containers.Map ({'b', 'a'}, [1 2]);
keys (n), values (n), n.KeyType, n.ValueType
n('a') += 10;
n('a')
p = containers.Map ([3 1 2], {'c', 'a', 'b'});
p.keys (), p(2), p.KeyType, p.ValueType
q = containers.Map ('KeyType', 'double', 'ValueType', 'any');
q(7) = 'seven';
q(-1) = {1, 2};
q.keys ()
class (m), isobject (m), length (m), numel (m), isempty (m)
h = n; h('new') = 5; n.Count
remove (n, 'b'); n.keys ()
values (n, {'a'})
