% The bytes of numbers as text of 64 letters.
function s = base64_encode(x)
  if nargin < 1
    print_usage();
  end
  if ~isnumeric(x)
    error('base64_encode: encoding is supported only for numeric arrays');
  end
  bytes = double(typecast(x(:)', 'uint8'));
  letters = ['A':'Z', 'a':'z', '0':'9', '+/'];
  missing = mod(-numel(bytes), 3);
  groups = reshape([bytes, zeros(1, missing)], 3, []);
  all_ = groups(1, :) * 65536 + groups(2, :) * 256 + groups(3, :);
  at = [floor(all_ / 262144); mod(floor(all_ / 4096), 64); mod(floor(all_ / 64), 64); mod(all_, 64)];
  s = letters(at(:)' + 1);
  s(end - missing + 1:end) = '=';
end
