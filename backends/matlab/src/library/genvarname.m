% A name for a variable that is not taken.
function name = genvarname(str, exclusions)
  persistent warned
  if nargin < 1
    print_usage();
  end
  if isempty(warned)
    warned = true;
    warning('Octave:legacy-function', "genvarname is obsolete; use matlab.lang.makeValidName or matlab.lang.makeUniqueStrings instead\n");
  end
  if nargin < 2
    exclusions = {};
  elseif ischar(exclusions)
    exclusions = {exclusions};
  end
  is_text = ischar(str);
  if is_text
    str = {str};
  end
  name = cell(size(str));
  for k = 1:numel(str)
    text = regexprep(str{k}, '[^A-Za-z0-9_]', '_');
    if iskeyword(text)
      text = ['_', text];
    end
    if isempty(text)
      text = 'x';
    elseif any(text(1) == '0':'9')
      text = ['x', text];
    end
    base = text;
    number = 0;
    while any(strcmp(text, exclusions)) || any(strcmp(text, name(1:k - 1)))
      number++;
      text = sprintf('%s%d', base, number);
    end
    name{k} = text;
  end
  if is_text
    name = name{1};
  end
end
