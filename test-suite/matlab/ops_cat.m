% cat, horzcat, vertcat.
cat(1, [1 2], [3 4])
cat(2, [1 2], [3 4])
cat(3, [1 2], [3 4])
x = cat(4, 1, 2);
size(x)
horzcat(1, 2, 3)
vertcat('ab', 'cd')
horzcat({1}, {2})
cat(3, {1}, {2});
size(ans)
horzcat('a', "b", 67)
vertcat([], [1 2], [])
y = cat(3, ones(2), 2 * ones(2));
y(:, :, 2)
size(cat(1, y, y))
size(cat(3, y, y))
size([y, y])
