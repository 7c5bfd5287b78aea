% Elements several times.
repelem([1 2 3], 2), repelem([1; 2], 3), repelem([1 2 3], [1 0 2]), repelem([1 2; 3 4], 2, 3), repelem([1 2; 3 4], 1, [2 1])
repelem(5, 3), repelem(5, 2, 2), repelem('ab', 2), repelem({1, 'x'}, 2)
repelems([10 20 30], [1 3 2; 2 1 2])
try, repelem([1 2; 3 4], 2), catch e, disp(e.message), end
try, repelem(1), catch e, disp(e.message), end
