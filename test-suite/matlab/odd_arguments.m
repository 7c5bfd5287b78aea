% Extreme and unusual arguments.
sum (1:3, 1e10), cumsum (1:3, 1e10), any (1:3, 1e10), any ('ba', 1e10)
diff (1:5, 1e10), diff (zeros (0, 3), 2), diff (magic (4), 5, 2)
fullfile ([], {'ab', 'c'}), fullfile ({}, 'a'), fullfile ({'ab', 'c'}, [], {'x', 'y'})
ind2sub (10, [true false]), [a, b] = ind2sub ([2 3], [true false; true true])
powerset ([1 2; 1 2; 3 4], 'rows')
psi (1.5, 1), psi ([1 2], 1)
x = lsqnonneg (1e10, 2.5), x = lsqnonneg ([1 0; 0 1], [1; -2])
num2str (pi, 1000), num2str (0, 1e10)
optimset (struct ('TolX', {}))
function attempt (f)
  try
    f ()
  catch err
    disp (err.message)
  end
end
attempt (@() psi (-Inf, 1))
attempt (@() psi ('a', 1))
attempt (@() psi (1, -1))
attempt (@() psi (1, int8 (1)))
attempt (@() psi (1, 1i))
attempt (@() powerset ([1 2], 'abc'))
attempt (@() lsqnonneg (1, true))
attempt (@() optimset (struct ('a', {}), struct ('a', {1, 2})))
attempt (@() interp2 (ones (2), 2.5))
attempt (@() interp2 (ones (2), [1 2]))
% Values that hold others are shared, not copied.
s = struct ('v', 1);
c = {};
for k = 1:2000
  s = struct ('next', s);
  c = {c};
end
t = s;
t.next.next.v = 2;
isfield (s.next.next, 'v'), isfield (t.next.next, 'v'), class (c{1}{1}{1})
attempt (@() fullfile (['ab'; 'cd'], 'x'))
attempt (@() mad (zeros (0, 3), 1, 1))
attempt (@() mad ([1 2 5], 2))
attempt (@() mad (1:3, 'a', 2))
mad ([1 2 5], true), mad ([1 2; 5 6], [])
num2str ([pi 2.5], 1e10), num2str (1.5 + pi * 1i, 1e10), num2str (1i, 5e9)
