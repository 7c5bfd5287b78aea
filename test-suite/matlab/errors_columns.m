% Columns of errors count what stands for separators.
try, [1 2 3]; undefined1, catch e, disp(e.message), end
try, x = [1 2; 3 undefined2]; catch e, disp(e.message), end
try, x = {1 'a' [1 2]}; undefined3(1), catch e, disp(e.message), end
try, x = [1, 2; 3, 4]; undefined4, catch e, disp(e.message), end
try, x = [ 1 2 ]; y = [1 -2]; undefined5, catch e, disp(e.message), end
try
  x = [1 2
       3 4]; undefined6
catch e
  disp(e.message)
end
try, x = [1 - 2 3]; undefined7, catch e, disp(e.message), end
