% Functions of windows that move.
x = [1 5 2 8 3 7];
movmean(x, 3), movsum(x, 2), movmax(x, 3), movmin(x, 3), movmedian(x, 3), movstd(x, 3), movvar(x, 3), movprod(x, 3)
movmean(x, [1 0]), movmean(x, 4), movmean(x, 3, 'Endpoints', 'fill'), movmean(x, 3, 'Endpoints', 'periodic')
movsum([1 2; 3 4; 5 6], 2), movsum([1 2 3; 4 5 6], 2, 'dim', 2)
movfun(@max, x, 3)
try, movmean(x), catch e, disp(e.message), end
