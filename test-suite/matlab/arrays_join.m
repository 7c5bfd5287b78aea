% Functions that put arrays together.
cat(1, [1 2], [3 4])
cat(2, [1 2], [3 4])
cat(3, [1 2], [3 4])
size(cat(4, 1, 2))
horzcat([1; 2], [3; 4])
vertcat([1 2], [3 4], [5 6])
horzcat('abc', 'def')
vertcat('abc', 'def')
horzcat({1}, {'b'})
cat(1, {1}, 2)
cat(3, {1}, {2})
horzcat()
cat(1)
cat(1, zeros(0, 2), [1 2])
cat(3, [], [1 2])
cat(2, 'a', 66)
class(cat(1, int8(1), 2.5))
class(cat(1, single(1), 2))
cat(1, true, 2)
s = cat(2, struct('a', 1), struct('a', 2));
size(s)
try, cat(1, [1 2], 3), catch err, disp(err.message), end
try, horzcat([1; 2], 3), catch err, disp(err.message), end
try, vertcat('abc', 'ab'), catch err, disp(err.message), end
try, cat(0, 1, 2), catch err, disp(err.message), end
