% Whether folders are removed without a question: they are, as there is nobody to ask.
function old = confirm_recursive_rmdir(varargin)
  persistent value
  if isempty(value)
    value = true;
  end
  old = value;
  if nargin > 0
    value = logical(varargin{1});
  end
  if nargin > 0 && nargout == 0
    clear old
  end
end
