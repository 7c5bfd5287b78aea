% Numbers as characters.
function s = setstr(x)
  persistent warned
  if nargin < 1
    print_usage();
  end
  if isempty(warned)
    warned = true;
    warning('Octave:legacy-function', "setstr is obsolete; please use char instead");
  end
  s = char(x);
end
