% Is a matrix a map of colors?
function answer = iscolormap(map)
  if nargin < 1
    print_usage();
  end
  answer = ismatrix(map) && isreal(map) && ndims(map) == 2 && size(map, 2) == 3 && isfloat(map);
end
