% Clocks.
t = clock(); numel(t), etime([2020 1 1 0 0 0], [2020 1 1 0 1 1.5])
s = localtime(0); isstruct(s), mktime(gmtime(86400)), x = cputime(); x >= 0, ischar(ctime(0)), tic; toc >= 0, addtodate(730000, 1, 'month')
asctime(gmtime(0))
