% Cells that grow, shrink and are assigned as lists.
c = {};
c(3) = {5}
c{2} = 'two';
c(1) = []
[d{1:3}] = deal (7, 'x', [1 2]);
d
[d{[1 3]}] = deal (0);
d
e = {1, 2; 3, 4};
e(:, 1) = []
e{3, 2} = 'far'
f = cell (1, 2);
f(:) = {'same'}
x = {1, 2, 3, 4};
x([2 4]) = []
numel ({x{:}, x{:}})
g = {'b', 'a', 'c'};
[sorted, order] = sort (g)
g(order)
h = cellfun (@(a, b) [a, b], g, {'1', '2', '3'}, 'UniformOutput', false)
s = struct ('a', {1, 2});
[s.a] = deal (5, 6);
s(2)
s(3).b = 'new field';
{s.b}
