% Variances of a window that moves over an array.
function y = movvar(x, wlen, varargin)
  if nargin < 2
    print_usage();
  end
  opt = 0;
  if numel(varargin) > 0 && isnumeric(varargin{1})
    opt = varargin{1};
    varargin(1) = [];
  end
  y = movfun(@(part) var(part, opt), x, wlen, varargin{:});
end
