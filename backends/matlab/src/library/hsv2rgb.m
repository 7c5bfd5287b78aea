% Colors by hue, saturation and value as red, green and blue.
function rgb = hsv2rgb(hsv, s, v)
  if nargin ~= 1 && nargin ~= 3
    print_usage();
  end
  is_image = false;
  if nargin == 3
    hsv = [hsv(:), s(:), v(:)];
  elseif ndims(hsv) == 3
    is_image = true;
    extents = size(hsv);
    hsv = reshape(hsv, [], 3);
  elseif size(hsv, 2) ~= 3
    error('hsv2rgb: input must be a matrix of size Nx3, MxNx3, or MxNx3xK');
  end
  [h, s, v] = deal(hsv(:, 1), hsv(:, 2), hsv(:, 3));
  rgb = [v .* (1 - s) + s .* v .* ramp(h + 1/3), v .* (1 - s) + s .* v .* ramp(h), v .* (1 - s) + s .* v .* ramp(h - 1/3)];
  if is_image
    rgb = reshape(rgb, extents);
  end
end

% How much of a color there is at a hue.
function part = ramp(h)
  h = mod(h, 1);
  part = (h < 1/6) .* 6 .* h + (h >= 1/6 & h < 1/2) + (h >= 1/2 & h < 2/3) .* (4 - 6 * h);
end
