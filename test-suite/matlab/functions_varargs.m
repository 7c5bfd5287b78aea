% Any number of arguments and values.
1;
function varargout = split(varargin)
  n = numel(varargin);
  for k = 1:max(nargout, 1), varargout{k} = varargin{min(k, n)}; end
end
a = split(1, 2), [a, b] = split(1, 2), [a, b, c] = split(7), x = {split('p', 'q')}, [x{1:3}] = split(4, 5, 6); x
function r = total(varargin), r = sum([varargin{:}]); end
total(), total(1), total(1, 2, 3), args = {4, 5}; total(args{:}, 6)
function [a, b] = opt(x, y), if nargin < 2, y = 10; end, a = x + y; if nargout > 1, b = x * y; end, end
opt(1), [p, q] = opt(2, 3)
exist('y', 'var'), nargin('opt'), nargout('opt'), nargin('split')
