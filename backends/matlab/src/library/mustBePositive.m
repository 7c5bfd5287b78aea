% Errors unless all elements are greater than zero.
function mustBePositive(x)
  if nargin < 1
    print_usage();
  end
  bad = find(~(x(:) > 0));
  if ~isempty(bad)
    label = inputname(1);
    if isempty(label)
      label = 'input';
    end
    error('%s must be positive; found %d elements that were not: values %s', label, numel(bad), mat2str(x(bad)));
  end
end
