% Definitions in a script.
1;
function plain, disp('plain'), end
function r = one(x) r = x + 1; end
function [a, b] = two(), a = 1; b = 2; endfunction
function [a b] = spaces (x, y = 3, z = y + 1)
  a = x + y; b = z;
end
function varargout = many(varargin)
  for k = 1:nargout, varargout{k} = varargin{k} * 10; end
end
function [first, varargout] = rest(~, varargin)
  first = nargin; varargout = varargin;
end
function [] = none(), disp('none'), end
function r = early(x)
  r = 1;
  if x, return, end
  r = 2;
end
plain
disp(one(2))
[p, q] = two(); disp([p q])
[p, q] = spaces(1); disp([p q])
[p, q] = spaces(1, 5); disp([p q])
[p, ~, q] = many(1, 2, 3); disp([p q])
[~, p] = rest(1, 2); disp(p)
[n, p, q] = rest(1, 2, 3); disp([n p q])
none
disp([early(true) early(false)])
if true
  function later, disp('later'), end
end
later
f = @one; g = @(x, varargin) f(x) + numel(varargin); h = @() two();
disp(f(1)), disp(g(1, 2, 3)), disp(h())
c = {@plain, @(varargin) numel(varargin)};
c{1}(), disp(c{2}(1, 2))
m = 5; k = @(x) @(y) m * x + y; m = 6; disp(k(2)(3))
