% Cells: making, indexing, growing.
c = {1, 'two', [3 4 5]; {6}, @sin, true}
c{1, 2}, c{2, 1}{1}, c(1, :)
size (c), class (c), numel (c), iscell (c)
d = cell (2, 3)
d{2, 2} = 'x'
e = {};
e{end + 1} = 1;
e{end + 1} = 'b';
e
e(1) = []
[a, b] = c{1, 1:2}
x = {c{:, 3}}
isempty ({}), isempty ({[]})
cellfun (@class, c, 'UniformOutput', false)
iscellstr ({'a', 'b'}), iscellstr ({'a', 1})
n = {1, {2, {3, 'deep'}}}
n{2}{2}{2}(1:2)
f = [{1, 2}, {'c'}]
g = [{1}; {2}]
vertcat ({1, 2}, {3, 4})
c{3, 1} = 'new row';
size (c)
try
  c{7, 7}
catch err
  disp (err.message)
end
