% Cells: parentheses and braces.
c = {1, 'two', [3 4]};
c(2)
c{2}
c{3}(2)
c(1) = {10};
c(2) = 5
c([1 3]) = {'a', 'b'}
c(:) = {0}
c{5} = 'new'
c(4) = []
c{2} = []
c(2) = {[]};
size(c)
d = cell(2, 2);
d{1, 2} = 'x';
d(:, 1) = {1; 2}
d{2, 2}{3} = 'deep'
d(:, 1) = []
try, d(3) = {1, 2}; catch err, disp(err.message), end
try, d(1) = {}; catch err, disp(err.message), end
e = {};
e(3) = 7
e(2) = struct('a', 1);
class(e{2})
[p, q] = c{1:2};
p, q
c(end + 1) = {@sin};
class(c{end})
n = {1, {2, {3}}};
n{2}{2}{1}
n{2}{2}{1} = 30;
n{2}{2}{1}
