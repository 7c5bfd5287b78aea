% Positions of what is not zero.
find([0 1 0 1])
find([0; 1; 1])
find([0 1; 1 1])
[r, c] = find([0 1; 1 1])
[r, c, v] = find([0 5; 6 7])
find([0 1 1 1], 2)
find([0 1 1 1], 2, 'last')
find([])
find(zeros(1, 0))
find(0)
find(zeros(2, 2))
find(zeros(1, 3))
find('abc' == 'b')
find([1 2 3] > 1)
[r, c] = find([0 3 4])
[r, c, v] = find([0 1i])
find(eye(3))
find(ones(2, 2, 2))'
nnz([1 0 2])
nnz('abc')
any([0 0; 0 1])
any([0 0; 0 1], 2)
all([1 1; 0 1])
all([])
any([])
any(zeros(0, 3))
all(zeros(3, 0))
all(ones(2, 2, 2), 3)
xor([1 0], [1 1])
xor(true, false, true)
sub2ind([3 4], [1 2], [1 3])
sub2ind([3 4 2], 3, 4, 2)
[i, j] = ind2sub([3 4], [5 12])
[i, j, k] = ind2sub([3 4 2], 17)
[i, j] = ind2sub([3 4 2], 17)
try, find({1}), catch err, disp(err.message), end
try, find([1 1], -1), catch err, disp(err.message), end
try, sub2ind([3 4], 4, 1), catch err, disp(err.message), end
try, sub2ind([3 4], 0, 1), catch err, disp(err.message), end
try, sub2ind([3 4], [1 2], 1), catch err, disp(err.message), end
try, ind2sub([3 4], 13), catch err, disp(err.message), end
