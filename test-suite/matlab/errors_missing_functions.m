% What Octave says of functions of MATLAB that it has not.
try, MException('a:b','c'), catch e, disp(e.message), disp(e.identifier), end
try, x = butter(2,3); catch e, disp(e.message), end
try, table(1); catch e, disp(e.message), end
try, x.a = contains('a','b'); catch e, disp(e.message), end
try, edge; catch e, disp(e.message), end
try, feval('table'), catch e, disp(e.message), end
try, cellfun(@table,{1}), catch e, disp(e.message), end
try, f = @table; f(1), catch e, disp(e.message), end
try, cellfun('table',{1}), catch e, disp(e.message), end
try, str2func('table')(1), catch e, disp(e.message), end
try, string('abc'), catch e, disp(e.message), end
try, isstring('abc'), catch e, disp(e.message), end
try, table, catch e, disp(e.message), end
try, y = table + 1, catch e, disp(e.message), end
try, table.x, catch e, disp(e.message), end
try, eval('table(1)'), catch e, disp(e.message), end
table(1)
