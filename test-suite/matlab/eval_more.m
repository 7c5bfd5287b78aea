% Evaluated texts.
evalc('x = 1'), evalc('disp(5)')
s = evalc('y = [1 2; 3 4]; y');
disp(s)
z = eval('1 + 1;')
eval('error("a")', 'disp("caught")')
evalin('base', 'x;'); assignin('base', 'q', 3); q
try, eval('1 +'), catch e, disp(strtok(e.message, "\n")), end
builtin('sin', 0), feval(@plus, 1, 2), feval('minus', 5, 3)
