% The state of the generators of random numbers.
function s = rng(varargin)
  if nargin > 2
    print_usage();
  end
  if nargout > 0 || nargin == 0
    s = struct('Type', 'twister', 'Seed', 'Not applicable', 'State', {{rand('twister'), randn('twister')}});
    if nargin == 0
      return
    end
  end
  first = varargin{1};
  if isstruct(first)
    rand('twister', first.State{1});
    randn('twister', first.State{2});
    return
  end
  if ischar(first)
    switch lower(first)
      case 'default'
        seed = 0;
      case 'shuffle'
        seed = sum(100 * clock());
      otherwise
        error('rng: argument must be "shuffle" or "default"');
    end
  elseif isscalar(first) && isnumeric(first) && first >= 0
    seed = first;
  else
    error('rng: SEED must be a number between 0 and 2^32 - 1');
  end
  rand('twister', seed);
  randn('twister', seed);
end
