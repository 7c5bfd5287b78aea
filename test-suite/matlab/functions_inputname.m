% The names of arguments.
1;
function f(varargin)
  for k = 1:nargin
    printf('<%s>\n', inputname(k, false));
  end
end
function g(a)
  printf('[%s]\n', inputname(1));
end
x = 1; y = 2;
f(x, y, 3, x)
g(x)
g(y)
