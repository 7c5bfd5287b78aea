% The elements along a dimension in reverse order.
function y = flipdim(varargin)
  persistent warned
  if isempty(warned)
    warned = true;
    warning('Octave:legacy-function', "flipdim is obsolete; please use flip instead");
  end
  y = flip(varargin{:});
end
