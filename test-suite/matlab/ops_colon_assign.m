% Assignment to parts.
x = zeros(2, 3); x(:) = 1:6, x(1, :) = 9, x(:, 2) = [7; 8], x(:, end + 1) = [1; 2], x(3, 4) = 5, x([1 2], [1 2]) = [10 20; 30 40], y(2, 3) = 1, z(5) = 2, c{2, 2} = 'q', s.a.b(3) = 4, w = 1:3; w(5) = 9, v = 'ab'; v(4) = 'd'; double(v), u = [1 2 3]; u([1 1 2]) = [7 8 9], t = eye(2); t(:, :, 2) = ones(2)
try, x(:, 1) = [1 2], catch e, disp(e.message), end
try, x(1:2) = [1 2 3], catch e, disp(e.message), end
try, q = 1:3; q(1.5) = 1, catch e, disp(e.message), end
try, q(0) = 1, catch e, disp(e.message), end
try, [a, b] = 5, catch e, disp(e.message), end
try, [a, b] = deal(1, 2, 3), catch e, disp(e.message), end
