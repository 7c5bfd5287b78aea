% Sums and other functions by groups.
accumarray([1; 2; 1], [10; 20; 30])
accumarray([1 1; 2 2; 1 1], [10; 20; 30])
accumarray([1; 2; 4], 1)
accumarray([1; 2; 1], [10; 20; 30], [3 1])
accumarray([1; 2; 1], [10; 20; 30], [1 3])
accumarray([1 1; 2 2], [1; 2], [3 3])
accumarray([1; 3; 1], [10; 20; 30], [], @max)
accumarray([1; 3; 1], [10; 20; 30], [], @min)
accumarray([1; 3; 1], [10; 20; 30], [], @(x) numel(x))
accumarray([1; 3; 1], [10; 20; 30], [4 1], @(x) sum(x), -1)
accumarray([1; 3; 1], [10; 20; 30], [4 1], [], -1)
accumarray([1; 3; 1], [10; 20; 30], [], @prod)
accumarray([2; 1; 2], [1; 2; 3], [], @(x) {x'})
accumarray({[1; 2; 2], [1; 2; 2]}, [5; 6; 7])
accumarray([1; 2; 1], [1i; 2; 3])
class(accumarray([1; 2], single([1; 2])))
accumarray([1 1 1; 2 2 2], [5; 6])
accumdim([1; 2; 1], [10 1; 20 2; 30 3])
accumdim([1; 2; 1], [10 1 5; 20 2 6], 2)
accumdim([1; 3; 1], [1 2; 3 4; 5 6], 1, 4, @prod, 7)
words = {'a', 'b', 'a', 'c', 'a'};
[u, ~, j] = unique(words);
accumarray(j(:), 1)'
try, accumarray([0; 1], 1), catch err, disp(err.message), end
try, accumarray([1; 2], [1; 2; 3]), catch err, disp(err.message), end
try, accumarray([1; 2], [1; 2], [1 1]), catch err, disp(err.message), end
try, accumarray([1; 2], [1; 2], [], 5), catch err, disp(err.message), end
