% Masks.
x = 1:6; x(logical([1 0 1 0 1 0])), x(x > 3), x(x > 3) = 0, x(~x), any(x), x(x == 0) = [], x(end + 1) = 9, x([true false true])
A = magic(3); A(A > 5)', A(A > 5) = -1, A(:, any(A < 0)), A(logical(eye(3)))', A(2, :) = [], A(:, [true false true])
try, x(logical([0 0 0 0 0 0 0 1])), catch e, disp(e.message), end
m = []; m(3) = 5, m(:)', m(2, 2) = 1
s = 'hello'; s(s == 'l') = 'L', s(end:-1:1), s([1 1 1])
