% The last error, and numbers of arguments in older words.
try, error('a:b', 'message %d', 3); catch, end
lasterror().message, lasterr
nargchk(1, 2, 1), nargchk(1, 2, 3), nargchk(2, 3, 1)
beep_ = 1;
isnull = 1;
