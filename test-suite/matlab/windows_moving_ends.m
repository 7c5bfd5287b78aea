% Windows at the ends of arrays.
x = 1:5;
movmean(x, 3, 'Endpoints', 'shrink'), movmean(x, 3, 'Endpoints', 'same'), movmean(x, 3, 'Endpoints', 0), movmax(x', 3)', movmedian(x, 5), movmean(x, [2 0]), movmin(x, [0 1]), movsum(ones(3, 2), 2), movprod(1:4, 2)
