% The convolution of two vectors by their transforms.
function c = fftconv(x, y, n)
  if nargin < 2
    print_usage();
  end
  if ~(isvector(x) && isvector(y))
    error('fftconv: both A and B must be vectors');
  end
  count = numel(x) + numel(y) - 1;
  if count == 1
    c = x * y;
    return
  end
  if nargin < 3
    n = count;
  elseif n < count
    n = count;
  end
  is_column = size(x, 2) == 1 && size(y, 2) == 1;
  c = ifft(fft(x(:), n) .* fft(y(:), n));
  if isreal(x) && isreal(y)
    c = real(c);
  end
  c = c(1:count);
  if ~is_column
    c = c.';
  end
end
