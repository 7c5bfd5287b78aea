% Where the shorter of two texts begins in the longer one.
function v = findstr(s, t, overlap)
  persistent warned
  if nargin < 2
    print_usage();
  end
  if isempty(warned)
    warned = true;
    warning('Octave:legacy-function', "findstr is obsolete; use strfind instead\n");
  end
  if nargin < 3
    overlap = true;
  end
  if numel(t) > numel(s)
    [s, t] = deal(t, s);
  end
  v = strfind(s, t, 'overlaps', overlap);
end
