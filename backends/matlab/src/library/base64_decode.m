% Numbers of their bytes as text of 64 letters.
function x = base64_decode(s, dims)
  if nargin < 1
    print_usage();
  end
  if ~ischar(s)
    if isreal(s) && isscalar(s)
      warning('Octave:num-to-str', 'implicit conversion from scalar to sq_string');
    end
    error('base64_decode: input was not valid base64');
  end
  missing = sum(s == '=');
  [~, at] = ismember(strrep(s, '=', 'A'), ['A':'Z', 'a':'z', '0':'9', '+/']);
  groups = reshape(at - 1, 4, []);
  all_ = groups(1, :) * 262144 + groups(2, :) * 4096 + groups(3, :) * 64 + groups(4, :);
  bytes = [floor(all_ / 65536); mod(floor(all_ / 256), 256); mod(all_, 256)](:)';
  bytes = bytes(1:end - missing);
  if mod(numel(bytes), 8) ~= 0
    error('base64_decode: incorrect input argument');
  end
  x = typecast(uint8(bytes), 'double');
  if nargin > 1
    x = reshape(x, dims);
  end
end
