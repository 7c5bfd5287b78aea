% Numbers of Fibonacci with what was computed before.
1;
function r = fib(n)
  persistent known = containers.Map('KeyType', 'double', 'ValueType', 'double');
  if n < 2, r = n; return, end
  if known.isKey(n), r = known(n); return, end
  r = fib(n - 1) + fib(n - 2);
  known(n) = r;
end
arrayfun(@fib, 0:10), fib(50), printf('%d\n', fib(70));
