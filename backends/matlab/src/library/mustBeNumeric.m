% Errors unless a value is numeric.
function mustBeNumeric(x)
  if nargin < 1
    print_usage();
  end
  if ~isnumeric(x)
    label = inputname(1);
    if isempty(label)
      label = 'input';
    end
    error('%s must be numeric; found a %s', label, class(x));
  end
end
