% Scripts are statements: they take no arguments and give no values.
top = tempname(); mkdir(top); cd(top);
f = fopen('scri.m', 'w'); fprintf(f, "disp('in script'); q = 3;\n"); fclose(f);
scri
scri()
scri;
try, scri(1), catch e, disp(strrep(e.message, pwd, '')), end
try, x = scri, catch e, disp(strrep(e.message, pwd, '')), end
try, x = scri(), catch e, disp(strrep(e.message, pwd, '')), end
try, 1 + scri, catch e, disp(strrep(e.message, pwd, '')), end
try, feval('scri'), catch e, disp(strrep(e.message, pwd, '')), end
try, feval(@scri), catch e, disp(strrep(e.message, pwd, '')), end
try, f = @scri; f(), catch e, disp(strrep(e.message, pwd, '')), end
try, f = @scri; f(1), catch e, disp(strrep(e.message, pwd, '')), end
try, cellfun(@scri, {1}), catch e, disp(strrep(e.message, pwd, '')), end
try, disp(scri), catch e, disp(strrep(e.message, pwd, '')), end
try, if scri, end, catch e, disp(strrep(e.message, pwd, '')), end
try, eval('scri(2)'), catch e, disp(strrep(e.message, pwd, '')), end
try, scri a b, catch e, disp(strrep(e.message, pwd, '')), end
cd /
confirm_recursive_rmdir(false); rmdir(top, 's');
