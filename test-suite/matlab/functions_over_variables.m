% A function that a script defines takes the place of a variable of its name.
f = 3;
disp(f + 1)
function r = f(x)
  if nargin < 1, x = 10; end
  r = x * 2;
end
disp(f(4)), disp(f + 1), disp(exist('f'))
g = @(x) x;
disp(g(2))
function g(), disp('g'), end
g
