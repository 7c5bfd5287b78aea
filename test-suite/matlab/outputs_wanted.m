% Outputs that a caller takes.
1;
function [a, b] = f()
  printf('%d %d\n', isargout(1), isargout(2));
  a = 1; b = 2;
end
[~, y] = f();
[x, ~] = f();
x = f();
function varargout = g(varargin)
  printf('%d %d\n', nargin, nargout);
  for k = 1:nargout, varargout{k} = k; end
end
g; [a, b, c] = g(1, 2); x = {g(1)};
nargin('f'), nargout('f'), nargin('g'), nargout('g'), nargin(@(x, y) x)
function h(a), print_usage(); end
try, h(1), catch e, disp(e.message), end
