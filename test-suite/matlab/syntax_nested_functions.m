% Functions that call each other, with defaults and several outputs.
1;
function varargout = many(n)
  for k = 1:n, varargout{k} = k ^ 2; end
end
function r = fact(n)
  if n <= 1, r = 1; else, r = n * fact(n - 1); end
end
function r = even(n), if n == 0, r = true; else, r = odd(n - 1); end, end
function r = odd(n), if n == 0, r = false; else, r = even(n - 1); end, end
function [s, varargout] = sums(varargin)
  s = 0;
  for k = 1:nargin, s += varargin{k}; varargout{k} = s; end
end
[a, b, c] = many(3), fact(10), even(7), [t, u, v] = sums(1, 2, 3)
x = cell(1, 2); [x{:}] = many(2); x
[q.a, q.b] = many(2)
[z(1), z(2)] = many(2)
function noout(), end
try, y = noout(); catch e, disp(e.message), end
try, [a, b] = fact(3); catch e, disp(e.message), end
try, fact(1, 2), catch e, disp(e.message), end
function r = unset(), end
try, y = unset(), catch e, disp(e.message), end
