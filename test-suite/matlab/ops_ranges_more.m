% Ranges.
1:5, 5:-1:1, 0:0.1:0.5, 1:0, (1:3)', -(1:3), (1:3) + 0.5, 2 * (1:3), numel(0:0.1:1), (0:0.1:0.3)(4) == 0.3, 1:2:10, 10:-3:1, size(1:0), isrow(1:3), sum(1:100), (1:3) .^ 2, [1:3; 4:6], 1.5:4, int8(1):int8(3), class(int8(1):int8(3)), single(1):3, class(single(1):3), mean(1:4), fliplr(1:3), any(1:3 > 2), -2:2, 'a':'e', numel(1:1e6), 1:3 == 1:3, max(3:7), 0:3
try, (1:3)(5), catch e, disp(e.message), end
try, int8(1):0.5:3, catch e, disp(e.message), end
