% The same frame again is not shown.
1;
1;
function r = rec(n), if n == 0, error('deep'); end, r = rec(n-1); end
rec(3)
