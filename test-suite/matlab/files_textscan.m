% Columns of files.
f = tempname(); fid = fopen(f, 'w'); fprintf(fid, 'name,age\nann,3\nbob,4\n'); fclose(fid);
fid = fopen(f); c = textscan(fid, '%s %f', 'Delimiter', ',', 'HeaderLines', 1), fclose(fid);
fid = fopen(f); fgetl(fid); c = textscan(fid, '%s%f', 1, 'Delimiter', ','); c{1}, c{2}, fclose(fid);
fid = fopen(f); c = textscan(fid, '%s', 'Delimiter', "\n"); c{1}, feof(fid), fclose(fid);
delete(f);
