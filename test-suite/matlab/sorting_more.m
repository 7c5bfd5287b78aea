% Sorting.
sort([3 1 2], 'descend'), sort({'b', 'a', 'C'}), [s, i] = sort({'b', 'a'}), sort('hello'), sort([1+2i 0.5]), sort([NaN 1 3 2]), sort([true false]), sort([3 1; 2 5], 1), sortrows([1 2; 1 1; 0 5]), sortrows({'b'; 'a'}), [s, i] = sortrows([3 1; 1 2; 2 0], 2), issorted([1 2 3]), issorted([3 1]), sort([]), sort(int8([3 1 2])), unique({'b', 'a', 'b'}), [u, i, j] = unique([5 5 7]), unique([1 2; 1 2; 3 4], 'rows'), unique([3 1 2], 'stable'), fliplr(sort([2 1])), [m, i] = max([3 9 9]), [m, i] = min([3 1 1]), nth_element([3 1 2], 2), flipud(sort([1; 2])), histc([1 2 2 5], [1 2 3]), cummax([1 3 2]), median([1 3 2 4]), mode([1 1 2 2]), triu(sort(magic(3)))
try, sort({1, 2}), catch e, disp(e.message), end
try, sort(1, 2, 3, 4), catch e, disp(e.message), end
