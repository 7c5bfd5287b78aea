% Words instead of brackets.
1;
function show(varargin)
  printf("%d:", nargin);
  printf(" [%s]", varargin{:});
  printf("\n");
end
show a b c
show -x --y=3 ++z
show a, show b; show c
show 'a b' "c\td" e'f g'h
show a % comment
show a#b c
show a(1, 2) b[3, 4] c{5, 6}
show ../x/y.txt ~/z *.m
show a= b
show a + b
show 3 + 4
show ==3
show :
show ...
  a ...
  b
show if end for
show ("x"), show ('y');
if true, show ab, end
if true
  show cd
end
do show ef; until true
try, show gh, end
switch 1, case 1, show ij, end
disp hello
disp 'hello world'
x = 5;
y = x -1
z = [x -1]
pi -3
