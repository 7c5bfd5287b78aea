% Arrays made by functions.
zeros(2, 3), ones(2), eye(2), eye(2, 3), rand(0, 3), linspace(0, 1, 5), logspace(0, 2, 3), colon(1, 3), repmat([1 2], 2, 2), cat(1, [1 2], [3 4]), cat(3, 1, 2), horzcat(1, 2), vertcat(1, 2), zeros(2, 'int8'), ones(1, 2, 'single'), cell(1, 2), magic(4), hilb(2), vander([1 2 3]), toeplitz([1 2 3]), hankel([1 2 3]), blkdiag([1 2], 3), reshape(1:6, 2, 3), reshape(1:6, [], 2), permute(ones(2, 3), [2 1]), squeeze(ones(1, 1, 3)), ndims(ones(2, 3, 4)), size(ones(2, 3, 4)), [r, c] = size(ones(2, 3, 4)), size(ones(2, 3), 1), numel(ones(2, 3)), length(ones(2, 5)), isempty([]), isvector([1 2]), isscalar(5), ismatrix([]), issquare(eye(2)), isrow([1 2]), iscolumn([1; 2]), columns(ones(2, 3)), rows(ones(2, 3)), nnz([1 0 2]), tri_ = 1; vec([1 2; 3 4]), ind2sub([2 3], 4), [r, c] = ind2sub([2 3], 4), sub2ind([2 3], 2, 2), nthargout(2, @max, [1 9 3]), triu(ones(3)), circshift(1:5, 2), idx = nchoosek(1:3, 2), postpad([1 2], 4), prepad([1 2], 4), resize([1 2; 3 4], 3, 3), accumdim([1; 2; 1], [10; 20; 30]), bsxfun(@plus, [1 2], [1; 2]), shift_ = 1; rot90([1 2; 3 4], 2), rotdim([1 2; 3 4]), deal(5), swapbytes(uint16(1)), fliplr(1:3), nextpow2(100), lookup([1 2 3], 2.5), unique([3 1 1 2]), [u, i, j] = unique([3 1 1 2]), union([1 2], [2 3]), intersect([1 2], [2 3]), setdiff([1 2 3], 2), setxor([1 2], [2 3]), ismember(2, [1 2 3]), [tf, loc] = ismember([1 5], [5 1]), fieldnames(struct('a', 1)), triplequad_ = 2;
try, reshape(1:6, 4, 2), catch e, disp(e.message), end
try, ones(2, 3) * ones(2, 3), catch e, disp(e.message), end
try, [1 2; 3], catch e, disp(e.message), end
try, horzcat([1; 2], 1), catch e, disp(e.message), end
try, sub2ind([2 3], 3, 1), catch e, disp(e.message), end
try, ones(2)(3, 1), catch e, disp(e.message), end
try, cat(1, [1 2], [1 2 3]), catch e, disp(e.message), end
try, zeros(2)(0), catch e, disp(e.message), end
try, zeros(2)(1.5), catch e, disp(e.message), end
try, x = 1:3; x(5), catch e, disp(e.message), end
try, x = 1:3; x(-1), catch e, disp(e.message), end
try, x.a = 1; x(3).b, catch e, disp(e.message), end
