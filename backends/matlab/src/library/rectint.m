% The area that rectangles have in common.
function area = rectint(a, b)
  if nargin < 2
    print_usage();
  end
  if ndims(a) ~= 2 || ndims(b) ~= 2
    error('rectint: A and B must be 2-d arrays');
  elseif size(a, 2) ~= size(b, 2)
    error('rectint: A and B must have same number of columns');
  elseif size(a, 2) ~= 4
    error('rectint: A and B must have 4 columns');
  elseif any([a(:, 3:4); b(:, 3:4)](:) < 0)
    error('rectint: all widths and heights must be positive');
  end
  width = min(a(:, 1) + a(:, 3), (b(:, 1) + b(:, 3))') - max(a(:, 1), b(:, 1)');
  height = min(a(:, 2) + a(:, 4), (b(:, 2) + b(:, 4))') - max(a(:, 2), b(:, 2)');
  area = max(width, 0) .* max(height, 0);
end
