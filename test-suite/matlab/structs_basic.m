% Structs and their fields.
s.a = 1;
s.b = 'text';
s.c.d = [1 2 3];
s
s.c.d(2) = 20;
s.c
fieldnames (s)
isfield (s, 'a'), isfield (s, 'z'), isfield (s, {'a', 'z', 'b'})
s = rmfield (s, 'b')
t = struct ('x', 5, 'y', 'abc')
u = struct ('cell', {{1, 2}})
isstruct (t), isstruct (5), class (t)
name = 'x';
t.(name) += 1
t.('new field') = 3;
numfields (t)
setfield (t, 'x', 9).x, getfield (t, 'y')
orderfields (struct ('b', 1, 'a', 2))
[o, p] = orderfields (struct ('b', 1, 'a', 2, 'c', 3), {'c', 'a', 'b'})
struct ()
isempty (struct ()), isempty (struct ('a', {}))
isrow (t)
try
  rmfield (t, 'nope')
catch err
  disp (err.message)
end
try
  struct ('a')
catch err
  disp (err.message)
end
try
  fieldnames (5)
catch err
  disp (err.message)
end
