% Elements of cells by their names.
c = {1, {2, 'a'}, [1 2; 3 4]};
celldisp(c)
celldisp({1, 2}, 'z')
d = {1, 2; 'x', []};
celldisp(d)
try, celldisp(1), catch e, disp(e.message), end
