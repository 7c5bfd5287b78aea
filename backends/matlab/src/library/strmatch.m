% Which texts begin with a text, or are it.
function idx = strmatch(s, A, exact)
  persistent warned
  if nargin < 2
    print_usage();
  end
  if isempty(warned)
    warned = true;
    warning('Octave:legacy-function', "strmatch is obsolete; use strncmp or strcmp instead\n");
  end
  if ~ischar(s) && ~iscellstr(s)
    error('strmatch: S must be a string or cell array containing only one string');
  elseif ~ischar(A) && ~iscellstr(A)
    error('strmatch: A must be a string or cell array of strings');
  end
  if iscell(s)
    s = s{1};
  end
  s = regexprep(s, "[ \\0]+$", '');
  if ischar(A)
    A = cellstr(A);
  end
  if nargin > 2
    idx = find(strcmp(s, A));
  else
    idx = find(strncmp(s, A, numel(s)));
  end
  idx = idx(:);
end
