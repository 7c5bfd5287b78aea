% Arrays of structs.
s = struct ('name', {'Ann', 'Bob', 'Cid'}, 'age', {30, 25, 41});
size (s), s(2)
s(2).age = 26;
[s.age]
{s.name}
s(5).name = 'Eve';
size (s), isempty (s(4).age)
s(4) = [];
numel (s)
ages = [s(1:3).age];
mean (ages)
[~, order] = sort (ages);
s(order(1)).name
t = [s(1), s(3)];
size (t)
[t.age] = deal (1, 2);
t(2)
q(3).v = 7;
q
arrayfun (@(e) isempty (e.v), q)
e = struct ('a', {})
e(1).a = 5;
e
s(1).deep.list{3} = 'x';
s(1).deep
x = struct ('m', {{1, 2}});
x.m{2}
try
  struct ('a', {1, 2}, 'b', {1, 2, 3})
catch err
  disp (err.message)
end
try
  s(9)
catch err
  disp (err.message)
end
