% The last element.
x = 1:5; x(end), x(end - 1), x(end / 5), x(min(end, 10)), x([1 end]), x(end:-1:1), y = magic(4); y(end, end), y(end), y(end, 1), y(:, end)', c = {1, {2, 3}}; c{end}{end}, s.a = [1 2 3]; s.a(end), x(length(x)), f = @(v) v(end); f(x), x(end + 1) = 6; x, numel(x(1:end - 1)), z = 'abc'; z(end)
