% Sums of a window that moves over an array.
function y = movsum(x, wlen, varargin)
  if nargin < 2
    print_usage();
  end
  y = movfun(@sum, x, wlen, varargin{:});
end
