% Is a value text?
function answer = isstr(x)
  if nargin < 1
    print_usage();
  end
  answer = ischar(x);
end
