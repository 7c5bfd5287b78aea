% Colors as shades of gray.
function I = rgb2gray(rgb)
  if nargin < 1
    print_usage();
  end
  weights = [0.298936; 0.587043; 0.114021];
  if ndims(rgb) == 3
    kind = class(rgb);
    value = double(rgb(:, :, 1)) * weights(1) + double(rgb(:, :, 2)) * weights(2) + double(rgb(:, :, 3)) * weights(3);
    I = cast(value, kind);
  elseif iscolormap(rgb)
    I = rgb * weights;
  else
    error('rgb2gray: the input must either be an RGB image or a colormap');
  end
end
