% Messages of subscripts that are out of bound or no positions.
1;
function attempt(f)
  try
    f();
    disp('no error');
  catch err
    printf('[%s] %s\n', err.identifier, err.message);
  end
end
A = magic(3);
try, A(10), catch err, disp(err.message), disp(err.identifier), end
try, A(4, 1), catch err, disp(err.message), end
try, A(1, 4), catch err, disp(err.message), end
try, A(1, 1, 2), catch err, disp(err.message), end
try, A(0), catch err, disp(err.message), disp(err.identifier), end
try, A(1, 0), catch err, disp(err.message), end
try, A(-1), catch err, disp(err.message), end
try, A(1.5), catch err, disp(err.message), end
try, A(2, 2.000001), catch err, disp(err.message), end
try, A(NaN), catch err, disp(err.message), end
try, A(Inf, 1), catch err, disp(err.message), end
try, A(2i), catch err, disp(err.message), end
try, A({1}), catch err, disp(err.message), end
try, A(struct('a', 1)), catch err, disp(err.message), end
try, A([1 2 50]), catch err, disp(err.message), end
try, A(true(1, 12)), catch err, disp(err.message), end
try, A(:, logical([1 0 1 1])), catch err, disp(err.message), end
try, A(int8(0)), catch err, disp(err.message), end
B = ones(2, 3, 4);
try, B(3, 1, 1), catch err, disp(err.message), end
try, B(1, 13), catch err, disp(err.message), end
try, B(25), catch err, disp(err.message), end
c = {1, 2, 3};
try, c{4}, catch err, disp(err.message), end
try, c(5), catch err, disp(err.message), end
s.x = 1:3;
try, s.x(7), catch err, disp(err.message), end
r = 1:5;
try, r(6), catch err, disp(err.message), end
e = [];
try, e(1), catch err, disp(err.message), end
t = 'abc';
try, t(4), catch err, disp(err.message), end
attempt(@() A(99));
