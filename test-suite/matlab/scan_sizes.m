% Sizes that sscanf is asked for: without elements, without an end, negative.
sscanf('1 2 3', '%d', 0)
sscanf('1 2 3', '%d', [0 2])
sscanf('1 2 3', '%d', [2 0])
sscanf('1 2 3', '%d', [0 0])
sscanf('abc', '%s', [0 2])
sscanf('abc', '%s', 0)
sscanf('1 2 3', '%d', [2 -1])
sscanf('1 2 3', '%d', [2 NaN])
sscanf('', '%d', [2 4])
sscanf('', '%d', [2 0])
[a, n, m] = sscanf('1 2 3', '%d', [0 2])
try, sscanf('1 2 3', '%d', [0 Inf]), catch e, disp(e.message), end
try, sscanf('1 2 3', '%d', -1), catch e, disp(e.message), end
try, sscanf('1 2 3', '%d', [-1 2]), catch e, disp(e.message), end
try, sscanf('1 2 3', '%d', [Inf 2]), catch e, disp(e.message), end
try, sscanf('1 2 3', '%d', [NaN 2]), catch e, disp(e.message), end
try, sscanf('1 2 3', '%d', [1 2 3]), catch e, disp(e.message), end
% Fewer points than samples.
interpft([1 2 3 4], 3)
interpft([1 2 3 4 5 6 7], 2)
interpft([1 2 3 4]', 1)
interpft([1 5 3 4 9 2], 4)
