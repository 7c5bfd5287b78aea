% Where a statement stands that an error comes from: at its operator, or at the sign of its assignment.
1;
function r = g(varargin)
  error('bad');
end
function f1(x),  g(x); end
function f2(x),  2 + g(x); end
function f3(x),  g(x) * 2; end
function f4(x),  -g(x); end
function f5(x),  if g(x), y = 1; end, end
function f6(x),  if 1 + g(x) > 2, y = 1; end, end
function f7(x),  while g(x), end, end
function f8(x),  for k = g(x), end, end
function f9(x),  switch g(x), case 1, y = 2; end, end
function f10(x),  x(3) = g(x); end
function f11(x),  x(g(1)) = 3; end
function f12(x),  x += g(x); end
function f13(x),  z = [1, 2, g(x)]; end
function f14(x),  z.a = g(x); end
function f15(x),  disp(g(x)); end
function f16(x),  do, y = 1; until 2 * g(x)
end
function f17(x),  if 0, elseif g(x), end, end
function f18(x),  (2 + g(x)); end
function f19(x),  ((2) + (g(x))); end
function f20(x),  y = (g(x))'; end
function f21(x),  [1, g(x)]; end
function f22(x),  {g(x)}; end
function f23(x),  1 && g(x); end
function f24(x),  x(1):g(x); end
function f25(x),  [q, w] = size(g(x)); end
function f26(x),  a = b = g(x); end
function f27(x),  y = 1; if y, q = 3 * g(x); end, end
function f28(x),  g(x)'; end
function f29(x),  while (1 + g(x)) end, end
function f30(x),  y = 2; ...
  y = 3 ...
    * g(x); end
for k = 1:30
  try
    feval(sprintf('f%d', k), [1 2 3]);
  catch err
    at = err.stack(2);
    printf('%s %d:%d\n', at.name, at.line, at.column);
  end
end
h = @(t) 1 + g(t);
try
  h(2);
catch err
  printf('%d:%d %d:%d\n', err.stack(2).line, err.stack(2).column, err.stack(1).line, err.stack(1).column);
end
function r = one(a), r = a; end
function two(k), [a, b] = one(k); end
function three(k), one(k, k); end
function four(k), try, g(k); catch e, x = 1; rethrow(e); end, end
for f = {@two, @three, @four}
  try
    f{1}(1);
  catch err
    for k = 1:2, printf('%s %d:%d, ', err.stack(k).name, err.stack(k).line, err.stack(k).column); end
    disp(err.message)
  end
end
try, rethrow(struct('message', 'm', 'identifier', 'a:b')); catch err, disp([err.identifier ' ' err.message]), end
c = 'octave'; try, max(c(2), 1), catch err, disp(err.message), end
try, min(3, "ab"), catch err, disp(err.message), end
