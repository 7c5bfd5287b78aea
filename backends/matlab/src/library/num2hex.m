% The bytes of numbers in hexadecimal digits.
function s = num2hex(n, kind)
  if nargin < 1
    print_usage();
  end
  if iscomplex(n)
    error('num2hex: N must be real');
  end
  if islogical(n) || ischar(n)
    n = uint8(n);
  end
  bytes = reshape(typecast(n(:)', 'uint8'), [], numel(n));
  digits_ = '0123456789abcdef';
  s = blanks(0);
  for k = 1:numel(n)
    own = double(flipud(bytes(:, k)))';
    pairs = [floor(own / 16); mod(own, 16)];
    s(k, 1:numel(pairs)) = digits_(pairs(:)' + 1);
  end
  if nargin > 1
    s = cellstr(s)';
  end
end
