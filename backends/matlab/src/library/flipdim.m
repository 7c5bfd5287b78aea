% The elements along a dimension in reverse order.
function y = flipdim(varargin)
  y = flip(varargin{:});
end
