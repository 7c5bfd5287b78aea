% Deletions that Octave refuses.
A = magic(3);
try, A(1, 1) = []; catch err, disp(err.message), end
try, A(1:2, 1:2) = []; catch err, disp(err.message), end
try, A(10) = []; catch err, disp(err.message), disp(err.identifier), end
try, A(4, :) = []; catch err, disp(err.message), end
try, A(:, 7) = []; catch err, disp(err.message), end
try, A(0) = []; catch err, disp(err.message), disp(err.identifier), end
try, A(1.5, :) = []; catch err, disp(err.message), end
try, A(:, :, 1) = []; catch err, disp(err.message), end
try, A(1, 2, 3) = []; catch err, disp(err.message), end
e = [];
try, e(1) = []; catch err, disp(err.message), end
v = 1:3;
try, v(1, 2) = []; catch err, disp(err.message), end
try, v(5) = []; catch err, disp(err.message), end
x = 5;
try, x(1, 1) = []; catch err, disp(err.message), end
x(1) = []
b = [];
try, A(2, :) = b; catch err, disp(err.message), end
size(A)
