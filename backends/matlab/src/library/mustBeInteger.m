% Errors unless all elements are integers.
function mustBeInteger(x)
  if nargin < 1
    print_usage();
  end
  label = inputname(1);
  if isempty(label)
    label = 'input';
  end
  if isinteger(x) || islogical(x)
    return
  end
  if ~isnumeric(x)
    error('%s must be integer-valued; but it was non-numeric (got a %s)', label, class(x));
  end
  if any(~isfinite(x(:)))
    error('%s must be integer-valued; but it had non-finite values', label);
  elseif ~isreal(x)
    error('%s must be integer-valued; but it was complex', label);
  end
  bad = find(x(:) ~= fix(x(:)));
  if ~isempty(bad)
    error('%s must be integer-valued; but it had fractional values in elements %s', label, mat2str(bad));
  end
end
