% A signal without its outliers.
x = [1 2 100 3 4 5 -50 6]; y = x;
for k = 2:numel(x) - 1, y(k) = median(x(k - 1:k + 1)); end, y
z = movmedian(x, 3), filter(ones(1, 3) / 3, 1, x), conv(x, [1 1 1] / 3, 'same')
