% Days between dates.
d1 = datenum(2020, 2, 28); d2 = datenum(2020, 3, 1); d2 - d1, datestr(d1 + 1, 'yyyy-mm-dd')
for k = 0:2, printf('%s\n', datestr(addtodate(d1, k, 'month'), 'dd mmm yyyy')); end
[n, s] = weekday(d1), floor((datenum(2024, 5, 17) - datenum(1990, 8, 3)) / 365.25)
