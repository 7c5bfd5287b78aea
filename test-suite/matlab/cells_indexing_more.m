% Elements of cells.
c = {1, 'two', [3 4]};
c{2}, c(2), class(c(2)), c{3}(2), c{end}, numel(c)
c{5} = 'five'; size(c), c
c(2) = []; c
[a, b] = c{1:2}
d = cell(2), d{1, 2} = 5; d
e = {c{:}, 'more'}; size(e)
iscell(c), iscellstr({'a', 'b'}), iscellstr({1}), cellfun(@class, {1, 'a', {}}, 'UniformOutput', false)
f = {}; f{end + 1} = 1; f{end + 1} = 2; f
g = cell(1, 2); isempty(g{1}), g{:}
x = {1, 2; 3, 4}; x{:, 1}, x(:, 2)', vertcat(x{:, 1})
try, c{10}, catch e, disp(e.message), end
try, x{3, 3}, catch e, disp(e.message), end
try, q = {1, 2} + 1, catch e, disp(e.message), end
num2cell([1 2; 3 4]), cell2mat({1 2; 3 4}), cellslices(1:4, [1 3], [2 4]), struct2cell(struct('a', 1, 'b', 'x')), cell2struct({1; 2}, {'p'; 'q'}, 1)
