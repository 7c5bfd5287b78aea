% Numbers as characters.
function s = setstr(x)
  if nargin < 1
    print_usage();
  end
  s = char(x);
end
