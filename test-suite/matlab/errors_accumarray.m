% Subscripts and quotients that are none.
try, accumarray(zeros(0,3)', [1 2 3]), catch e, disp(e.message), end
try, accumarray({1,2}, [10 20]), catch e, disp(e.message), end
try, accumarray('ab', [10 20]), catch e, disp(e.message), end
try, accumarray({1,2}, 5), catch e, disp(e.message), end
try, accumarray({[1 2 1],[1 1 2]}, [10 20 30]), catch e, disp(e.message), end
try, accumarray({[1;2;1],[1;1;2]}, [10;20;30]), catch e, disp(e.message), end
try, accumarray(@sin, [10 20]), catch e, disp(e.message), end
try, accumarray(struct('a',{1,2}), [10 20]), catch e, disp(e.message), end
try, accumarray({1,'x'}, [10; 20; 30]), catch e, disp(e.message), end
try, accumarray([1 2; 3 4]*1i, [10; 20]), catch e, disp(e.message), end
try, accumarray([], [10; 20]), catch e, disp(e.message), end
try, accumarray([1;2], {1,2}), catch e, disp(e.message), end
x = int64(5); 
try, idivide(x, 2i), catch e, disp(e.message), end
try, idivide(x, conj(-3i)), catch e, disp(e.message), end
try, idivide(int64([1 2]), 2i), catch e, disp(e.message), end
try, idivide(x, [2i 1]), catch e, disp(e.message), end
try, idivide(int32(5), 2i), catch e, disp(e.message), end
try, idivide(2i, int32(5)), catch e, disp(e.message), end
try, idivide(int32(5), 2i, 'ceil'), catch e, disp(e.message), end
try, idivide(int32(5), 2i, 'round'), catch e, disp(e.message), end
try, idivide(int32(5), 2i, 'floor'), catch e, disp(e.message), end
