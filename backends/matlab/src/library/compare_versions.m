% Compares version numbers.
function answer = compare_versions(v1, v2, operator)
  if nargin ~= 3
    print_usage();
  end
  if ~ischar(v1) || ~ischar(v2)
    error('compare_versions: version numbers V1 and V2 must be strings');
  elseif ~ischar(operator)
    error('compare_versions: OPERATOR must be a string');
  end
  order = 0;
  a = parts(v1);
  b = parts(v2);
  for k = 1:max(numel(a), numel(b))
    difference = item(a, k) - item(b, k);
    if difference ~= 0
      order = sign(difference);
      break
    end
  end
  switch operator
    case '=='
      answer = order == 0;
    case '<'
      answer = order < 0;
    case '<='
      answer = order <= 0;
    case '>'
      answer = order > 0;
    case '>='
      answer = order >= 0;
    case {'!=', '~='}
      answer = order ~= 0;
    otherwise
      error('compare_versions: the operator "%s" is not defined', operator);
  end
end

function numbers = parts(text)
  words = regexp(text, '^(\d+(?:\.\d+)*)(.*)$', 'tokens');
  if isempty(words)
    numbers = double(text);
    return
  end
  numbers = str2double(strsplit(words{1}{1}, '.'));
  numbers = [numbers, double(words{1}{2})];
end

function number = item(numbers, k)
  if k <= numel(numbers)
    number = numbers(k);
  else
    number = 0;
  end
end
