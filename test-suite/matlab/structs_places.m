% Places in values as data.
s.f = [4 5 6];
s.g.h = {1, 'two'};
subsref (s, substruct ('.', 'f', '()', {2}))
subsref (s, substruct ('.', 'g', '.', 'h', '{}', {2}))
t = subsasgn (s, substruct ('.', 'f', '()', {2}), 50);
t.f
u = subsasgn ({1, 2}, substruct ('{}', {3}), 'new')
subsref ([1 2; 3 4], substruct ('()', {':', 1}))
getfield (s, 'f', {3})
s = setfield (s, 'g', 'k', 7);
s.g
getfield (struct ('a', {1, 2}), {2}, 'a')
x = substruct ('()', {1}, '.', 'name');
size (x), x(1).type, x(2).subs
try
  substruct ('a', 1)
catch err
  disp (err.message)
end
try
  getfield (5, 'a')
catch err
  disp (err.message)
end
