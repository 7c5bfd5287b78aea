% Elements that are taken away.
x = 1:5; x(2) = [], x([1 end]) = [], x(:) = [], A = magic(4); A(2, :) = [], A(:, [1 3]) = [], c = {1, 2, 3}; c(2) = [], s(3).a = 1; s(2) = []; size(s), t = 'hello'; t([1 3]) = []
try, A(1, 1) = [], catch e, disp(e.message), end
try, x = 1:3; x(7) = [], catch e, disp(e.message), end
