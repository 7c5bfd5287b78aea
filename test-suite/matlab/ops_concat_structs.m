% Structs in brackets.
s = [struct('a', 1), struct('a', 2)]
s(2).a
t = [s, struct('a', 3)];
size(t)
u = [s; struct('a', {4, 5})];
size(u)
u(2, 1).a
v = [struct('a', 1, 'b', 2), struct('b', 3, 'a', 4)];
v(2)
[s, []];
size(ans)
try
  [struct('a', 1), struct('b', 1)]
catch err
  disp(err.message)
end
