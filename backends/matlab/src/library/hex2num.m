% Numbers of their bytes in hexadecimal digits.
function n = hex2num(s, kind)
  if nargin < 1
    print_usage();
  end
  if nargin < 2
    kind = 'double';
  end
  if ischar(s)
    s = cellstr(s);
  end
  size_ = numel(typecast(cast(0, kind), 'uint8'));
  n = zeros(size(s), kind);
  for k = 1:numel(s)
    text = lower(s{k});
    if numel(text) > 2 * size_
      error('hex2num: S must be no more than %d characters', 2 * size_);
    end
    text(end + 1:2 * size_) = '0';
    [found, value] = ismember(text, '0123456789abcdef');
    if ~all(found)
      error('hex2num: invalid character ''%s'' found in string S', text(find(~found, 1)));
    end
    pairs = reshape(value - 1, 2, []);
    n(k) = typecast(uint8(fliplr(16 * pairs(1, :) + pairs(2, :))), kind);
  end
end
