% Extents of values.
A = ones(2, 3, 4);
size(A)
size(A, 2)
size(A, 5)
size(A, [1 3])
size(A, 2, 3)
[r, c] = size(A)
[r, c, p, q] = size(A)
numel(A), ndims(A), length(A), rows(A), columns(A)
size('abc'), size({}), size(5), size(1:0)
size(struct('a', {1, 2}))
numel(A, 1, ':', 2)
numel('hello')
length([]), length(zeros(0, 5)), length('abc')
isempty([]), isempty(zeros(0, 3)), isempty(''), isempty({}), isempty(0)
isscalar(5), isscalar([1 2]), isscalar('a')
isvector([1 2]), isvector(5), isvector([]), isvector(ones(2))
isrow(1:3), isrow((1:3)'), isrow('abc'), isrow('')
iscolumn((1:3)'), iscolumn(5)
ismatrix(A), ismatrix([])
issquare(ones(2)), issquare(ones(2, 3))
size_equal([1 2], [3 4]), size_equal([1 2], [3; 4])
[e, a, b] = common_size(1, [1 2])
[e, a, b] = common_size([1 2 3], [1 2])
try, size(A, 0), catch err, disp(err.message), end
try, size(A, 1.5), catch err, disp(err.message), end
try, [r, c, p] = size(A, [1 2]), catch err, disp(err.message), end
