% Is a value text?
function answer = isstr(x)
  persistent warned
  if nargin < 1
    print_usage();
  end
  if isempty(warned)
    warned = true;
    warning('Octave:legacy-function', "isstr is obsolete; please use ischar instead");
  end
  answer = ischar(x);
end
