% Tables with commas.
f = tempname(); csvwrite(f, [1 2; 3 4.5]); disp(fileread(f)), csvread(f), dlmwrite(f, [1 2; 3 4], ';'); disp(fileread(f)), dlmread(f, ';')
dlmwrite(f, [1 2; 3 4], 'delimiter', '\t', 'precision', 3); disp(fileread(f)), dlmread(f), dlmread(f, '\t', 1, 0), delete(f);
