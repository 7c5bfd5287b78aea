% Dates and texts of them.
datestr (730000.5), datestr (730000)
datestr ([2020 1 2 3 4 5])
datestr (730000.75, 'yyyy-mm-dd HH:MM:SS'), datestr (730000.75, 31)
datestr (730000.5, 'HH:MM PM'), datestr (730000, 'dddd mmmm dd')
datenum (2020, 1, 2), datenum ([2020 1 2; 2021 1 2])
datenum (2020, 13, 1) - datenum (2020, 12, 1)
datevec (730000.5), datevec ('2020-01-02 03:04:05')
[n, name] = weekday (730000)
eomday (2020, 1:3), is_leap_year ([1900 2000 2020])
addtodate (730000, 1, 'month'), addtodate (730000, [1 2], 'day')
asctime (gmtime (0)), strftime ('%Y-%m-%d %H:%M:%S', gmtime (1e9))
t = gmtime (86400);
t.mday, t.year, t.wday
tic; x = toc; x >= 0, x < 60
class (tic), isscalar (now), size (clock ()), ischar (date)
datestr ('02-Jan-2020'), datenum ('2020-01-02')
