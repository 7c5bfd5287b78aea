% The values of an image between 0 and 1.
function img = im2double(img, type)
  if nargin < 1
    print_usage();
  end
  switch class(img)
    case 'uint8'
      img = double(img) / 255;
    case 'uint16'
      img = double(img) / 65535;
    case 'int16'
      img = (double(img) + 32768) / 65535;
    case {'single', 'logical'}
      img = double(img);
  end
end
