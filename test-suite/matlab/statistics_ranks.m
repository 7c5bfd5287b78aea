% Ranks and runs.
ranks([3 1 2 2]), ranks([3 1; 2 5; 2 0])
spearman([1 2 3 4]', [2 1 4 3]'), kendall([1 2 3 4]', [2 1 4 3]')
runlength([2 2 0 4 4 4 0 1 1 1 1])
[c, v] = runlength([2 2 0 4 4 4 0])
bincoeff(5, 2), bincoeff([4 5 6], 3)
