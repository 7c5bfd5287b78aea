% Equal, where NaN equals NaN.
function answer = isequaln(x, varargin)
  if nargin < 2
    print_usage();
  end
  answer = true;
  for k = 1:numel(varargin)
    answer = answer && same(x, varargin{k});
  end
end

function answer = same(x, y)
  if isstruct(x) && isstruct(y)
    answer = size_equal(x, y) && isequal(sort(fieldnames(x)), sort(fieldnames(y)));
    names = fieldnames(x);
    for k = 1:numel(names) * answer
      for at = 1:numel(x)
        answer = answer && same(x(at).(names{k}), y(at).(names{k}));
      end
    end
  elseif iscell(x) && iscell(y)
    answer = size_equal(x, y);
    for k = 1:numel(x) * answer
      answer = answer && same(x{k}, y{k});
    end
  elseif isnumeric(x) && isnumeric(y)
    answer = size_equal(x, y) && all((x == y | (isnan(x) & isnan(y)))(:));
  else
    answer = isequal(x, y);
  end
end
