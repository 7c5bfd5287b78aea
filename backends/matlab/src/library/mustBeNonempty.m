% Errors where a value is empty.
function mustBeNonempty(x)
  if nargin < 1
    print_usage();
  end
  if isempty(x)
    label = inputname(1);
    if isempty(label)
      label = 'input';
    end
    error('%s must not be empty', label);
  end
end
