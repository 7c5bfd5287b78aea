% Operators as functions; values handed on and chosen.
plus(1, 2), plus(1, 2, 3), minus(3, 1), times(2, 3, 4)
mtimes([1 2], [3; 4]), rdivide(1, 2), ldivide(1, 2)
power([1 2 3], 2), mpower(2, 3), uminus(1), uplus(1)
transpose([1 2]), ctranspose([1i 2])
eq([1 2], [1 3]), ne(1, 1), lt(1, 2), le(2, 2), gt(1, 2), ge(1, 2)
and(1, 0), and(1, 1, 1), or(0, 0, 1), not([1 0])
[a, b] = deal(1, 2)
[a, b] = deal(7)
merge(true, 1, 2)
merge([true false], [1 2], [3 4])
merge([true false true], 1, [3 4 5])
ifelse(false, 'yes', 'no')
nthargout(2, @max, [1 5 3])
nthargout([1 2], @size, ones(2, 3))
sizeof([1 2 3]), sizeof('abc'), sizeof({1, 'ab'}), sizeof(int8(1:3)), sizeof(1:10)
try, [a, b] = deal(1, 2, 3), catch err, disp(err.message), end
try, merge([true false], [1 2 3], 4), catch err, disp(err.message), end
try, merge([true false], int8([1 2]), [3.5 4.5]), catch err, disp(err.message), end
try, plus({1}, 1), catch err, disp(err.message), end
try, plus([1 2], [1 2 3]), catch err, disp(err.message), end
try, xor([1 2], [1 2 3]), catch err, disp(err.message), end
