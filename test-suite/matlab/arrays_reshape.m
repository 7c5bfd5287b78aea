% The same elements in other extents.
reshape(1:6, 2, 3)
reshape(1:6, [3 2])
reshape(1:6, [], 2)
reshape(1:8, 2, [], 2)
reshape('abcdef', 3, 2)
reshape({1, 2, 3, 4}, 2, 2)
size(reshape([], 0, 5))
vec([1 2; 3 4])
vec([1 2; 3 4], 2)
size(squeeze(ones(1, 1, 3)))
size(squeeze(ones(1, 2, 3)))
size(squeeze(ones(1, 4)))
resize([1 2; 3 4], 3, 3)
resize([1 2; 3 4], 1, 1)
postpad([1 2 3], 5)
postpad([1 2 3], 2)
postpad([1 2; 3 4], 3, 9)
postpad([1 2; 3 4], 3, 0, 2)
prepad([1 2 3], 5)
prepad([1 2; 3 4], 3, 7, 2)
try, reshape(1:6, 2, 4), catch err, disp(err.message), end
try, reshape(1:6, [], 4), catch err, disp(err.message), end
try, reshape(1:6, [], []), catch err, disp(err.message), end
try, reshape(1:6, -2, 3), catch err, disp(err.message), end
try, reshape(1:6, 6), catch err, disp(err.message), end
try, postpad(1:3, -1), catch err, disp(err.message), end
