% Where warnings and caught errors come from.
1;
warning('top')
function f(x)
  warning('in f %d', x)
  warning('id:x', 'in f %d', x);
  warning("nl\n");
end
f(3)
for i=1:2
   f(i);
end
x = [1 2;2 4] \ [1;2];
warning('off','id:x')
f(4)
warning('off','all')
f(5)
warning('on','all')
warning('off','backtrace')
f(6)
warning('on','backtrace')
eval('warning(''ev'')')
eval('f(7)')
a = @() warning('anon');
a()
b = @(x) f(x);
b(8)
cellfun(@(x) f(x), {1})
try, error('x'); catch, warning('caught'), end
str2func('@(x) x + f(x)');
function p(e), for k=1:numel(e.stack), printf('%s|%d|%d\n', regexprep(e.stack(k).name, '.*/|\.m$', ''), e.stack(k).line, e.stack(k).column); end, end
function g(), try, error('x'), catch e, p(e), end, end
function h(f), f(), end
function r(n), if n == 0, error('deep'); end, if mod(n,2), r(n-1); else, r(n-1);  end, end
g
function r4(n)
 f = @() error('in anon'); f()
end
try, r4(1), catch e, p(e), end
