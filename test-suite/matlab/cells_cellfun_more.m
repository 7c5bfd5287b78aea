% Functions over cells: outputs, errors, classes.
cellfun(@numel, {'ab', 'c', ''}), cellfun('length', {'ab', [1 2 3]}), cellfun('isempty', {[], 1}), cellfun(@isempty, {})
[a, b] = cellfun(@max, {[1 5 2], [7 3]})
cellfun(@(x) x * 2, {1, 2}, 'UniformOutput', false), cellfun(@upper, {'a', 'b'}, 'UniformOutput', false)
cellfun(@(x, y) x + y, {1, 2}, {10, 20}), cellfun(@isclass_, {1}, 'ErrorHandler', @(e, x) -x)
cellfun(@(x) error('bad'), {1, 2}, 'ErrorHandler', @(e, x) e.index)
e = []; try, cellfun(@(x) [x x], {1, 2}), catch e, disp(e.message), end
try, cellfun(@(x, y) x, {1, 2}, {1}), catch e, disp(e.message), end
try, cellfun(@(x) x, 5), catch e, disp(e.message), end
cellfun(@ischar, {'a', 1}), class(cellfun(@ischar, {'a', 1})), cellfun('isclass', {1, 'a'}, 'char')
arrayfun(@(x) x ^ 2, [1 2; 3 4]), arrayfun(@(x) {x}, 1:2, 'UniformOutput', false), [m, i] = arrayfun(@(x) max([x 2]), [1 3])
try, arrayfun(@(x) 'ab', 1:2), catch e, disp(e.message), end
s.a = 1; s.b = 2; structfun(@(x) x * 2, s), structfun(@(x) x * 2, s, 'UniformOutput', false)
cellfun(@(x) x, {true, false}), cellfun(@(x) 'c', {1, 2}), cellfun(@disp, {1, 'x'})
