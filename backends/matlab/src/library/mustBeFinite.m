% Errors unless all elements are finite.
function mustBeFinite(x)
  if nargin < 1
    print_usage();
  end
  bad = find(~isfinite(x(:)));
  if ~isempty(bad)
    report_(inputname(1), 'must be finite; found %d elements that were not: indexes %s', bad);
  end
end

function report_(label, text, bad)
  if isempty(label)
    label = 'input';
  end
  error(['%s ', text], label, numel(bad), mat2str(bad));
end
