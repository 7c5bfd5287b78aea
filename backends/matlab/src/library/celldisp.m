% Displays the elements of a cell array, each by its name.
function celldisp(c, name)
  if nargin < 1
    print_usage();
  end
  if ~iscell(c)
    error('celldisp: C must be a cell array');
  end
  if nargin == 1
    name = inputname(1);
  end
  for k = 1:numel(c)
    if isvector(c)
      full = sprintf('%s{%d}', name, k);
    else
      at = cell(1, ndims(c));
      [at{:}] = ind2sub(size(c), k);
      full = sprintf('%s{%s}', name, strjoin(cellfun(@(it) sprintf('%d', it), at, 'UniformOutput', false), ','));
    end
    if iscell(c{k})
      celldisp(c{k}, full);
    else
      printf("%s = \n\n", full);
      disp(c{k});
      printf("\n");
    end
  end
end
