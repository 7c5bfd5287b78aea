% Colors by red, green and blue as hue, saturation and value.
function hsv = rgb2hsv(rgb, g, b)
  if nargin ~= 1 && nargin ~= 3
    print_usage();
  end
  is_image = false;
  if nargin == 3
    rgb = [rgb(:), g(:), b(:)];
  elseif ndims(rgb) == 3
    is_image = true;
    extents = size(rgb);
    rgb = reshape(rgb, [], 3);
  end
  if isa(rgb, 'uint8')
    rgb = double(rgb) / 255;
  end
  low = min(rgb, [], 2);
  value = max(rgb, [], 2);
  span = value - low;
  [red, green, blue] = deal(rgb(:, 1), rgb(:, 2), rgb(:, 3));
  hue = zeros(size(value));
  in_blue = value == blue & span > 0;
  hue(in_blue) = 2/3 + (red(in_blue) - green(in_blue)) ./ span(in_blue) / 6;
  in_green = value == green & span > 0;
  hue(in_green) = 1/3 + (blue(in_green) - red(in_green)) ./ span(in_green) / 6;
  in_red = value == red & span > 0;
  hue(in_red) = (green(in_red) - blue(in_red)) ./ span(in_red) / 6;
  hue(hue < 0) = hue(hue < 0) + 1;
  saturation = zeros(size(value));
  has_color = span > 0;
  saturation(has_color) = 1 - low(has_color) ./ value(has_color);
  hsv = [hue, saturation, value];
  if is_image
    hsv = reshape(hsv, extents);
  end
end
