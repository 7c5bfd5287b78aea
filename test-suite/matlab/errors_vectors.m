% Vectors of dimensions, spacings and exponents that are none.
try, permute(ones(2,3), [NaN 1]), catch e, disp(e.message), end
try, permute(ones(2,3), [1 NaN]), catch e, disp(e.message), end
try, permute(ones(2,3), [1.5 2]), catch e, disp(e.message), end
try, permute(ones(2,3), [Inf 2]), catch e, disp(e.message), end
try, permute(ones(2,3), [-1 2]), catch e, disp(e.message), end
try, permute(ones(2,3), 'ab'), catch e, disp(e.message), end
try, gradient([1 4 9 16], [1 2]), catch e, disp(e.message), end
try, gradient([1 4 9 16], [1 2 3 4]), catch e, disp(e.message), end
try, gradient([1 4 9 16]', [1 2 3 5]), catch e, disp(e.message), end
try, gradient([1 4; 9 16], [1 2 3], [1 2]), catch e, disp(e.message), end
try, eig([NaN 1; 1 1]), catch e, disp(e.message), end
try, [NaN 1; 2 1] ^ 0.5, catch e, disp(e.message), end
try, [Inf 1; 2 1] ^ 0.5, catch e, disp(e.message), end
try, [1 2; 3 4] ^ NaN, catch e, disp(e.message), end
try, sqrtm([NaN 1; 2 1]), catch e, disp(e.message), end
try, roots([1 NaN 2]), catch e, disp(e.message), end
try, var(magic(3), 0, [1 1]), catch e, disp(e.message), end
try, std(magic(3), 0, [2 2]), catch e, disp(e.message), end
try, var(magic(3), 0, [1 2 1]), catch e, disp(e.message), end
try, var(magic(3), 0, [1 5]), catch e, disp(e.message), end
try, median(magic(3), [1 1]), catch e, disp(e.message), end
try, gradient([1 4; 9 16], [], 1), catch e, disp(e.message), end
