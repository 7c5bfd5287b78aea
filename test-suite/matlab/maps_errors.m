% containers.Map: what is wrong.
1;
function tell (f)
  try
    f ();
  catch err
    printf ('%s\n', err.message);
  end
end
m = containers.Map ({'a', 'b'}, {1, 2});
p = containers.Map ([1 2], {3, 4});
tell (@() m('zz'))
tell (@() p(7))
tell (@() p(2.5))
tell (@() m(5))
tell (@() p('a'))
tell (@() m.nothing)
tell (@() values (m, {'z'}))
tell (@() values (m, 'a'))
tell (@() containers.Map ({'a', 'b'}, {1}))
tell (@() containers.Map ({'a', 1}, {1, 2}))
tell (@() containers.Map ('KeyType', 'foo', 'ValueType', 'any'))
tell (@() containers.Map ({}, {}))
d = containers.Map ('KeyType', 'char', 'ValueType', 'double');
try, d('a') = 'text'; catch err, disp (err.message), end
try, m(5) = 1; catch err, disp (err.message), end
try, m.Count = 5; catch err, disp (err.message), end
try, m{1}, catch err, disp (err.message), end
try, m('a').x = 5; catch err, disp (err.message), end
