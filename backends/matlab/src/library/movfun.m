% A function of a window that moves over an array.
function y = movfun(fcn, x, wlen, varargin)
  if nargin < 3
    print_usage();
  end
  dim = find(size(x) ~= 1, 1);
  if isempty(dim)
    dim = 1;
  end
  ends = 'shrink';
  for k = 1:2:numel(varargin)
    switch lower(varargin{k})
      case 'dim'
        dim = varargin{k + 1};
      case 'endpoints'
        ends = varargin{k + 1};
      case {'nancond', 'outdim', 'samplepoints'}
      otherwise
        error('movfun: argument ''%s'' is not a valid parameter', upper(varargin{k}));
    end
  end
  [before, after] = window(wlen);
  order = [dim, 1:dim - 1, dim + 1:ndims(x)];
  moved = permute(x, order);
  extents = size(moved);
  y = zeros(extents);
  count = extents(1);
  if before + after + 1 > count && ~isscalar(wlen)
    error('Octave:invalid-input-arg', 'movfun: window length WLEN (%d) must be shorter than length along DIM%d (%d)', ...
          before + after + 1, dim, count);
  end
  for column = 1:prod(extents(2:end))
    for at = 1:count
      y(at, column) = fcn(values(moved(:, column), at - before:at + after, ends));
    end
  end
  y = ipermute(y, order);
end

% How many elements of a window are before its element, and behind it.
function [before, after] = window(wlen)
  if isscalar(wlen)
    if wlen == 1
      error('Octave:invalid-input-arg', 'movfun: WLEN must be > 1');
    end
    if mod(wlen, 2) == 1
      before = after = (wlen - 1) / 2;
    else
      before = wlen / 2;
      after = before - 1;
    end
  elseif numel(wlen) == 2
    before = wlen(1);
    after = wlen(2);
  else
    error('Octave:invalid-input-arg', 'movfun: WLEN must be a scalar or 2-element array of integers >= 0');
  end
end

function part = values(x, at, ends)
  count = numel(x);
  inside = at >= 1 & at <= count;
  if all(inside)
    part = x(at);
  elseif isnumeric(ends)
    part = repmat(ends, numel(at), 1);
    part(inside) = x(at(inside));
  else
    switch lower(ends)
      case 'fill'
        part = NaN(numel(at), 1);
        part(inside) = x(at(inside));
      case 'same'
        part = x(min(max(at, 1), count));
      case 'periodic'
        part = x(mod(at - 1, count) + 1);
      otherwise
        part = x(at(inside));
    end
  end
end
