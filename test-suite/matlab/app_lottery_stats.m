% Numbers with a seed of their own.
seed = 12345; draw = zeros(1, 1000);
for k = 1:1000, seed = mod(1103515245 * seed + 12345, 2 ^ 31); draw(k) = mod(floor(seed / 65536), 6) + 1; end
counts = accumarray(draw(:), 1)', mean(draw), [m, at] = max(counts), std(counts) < 30
