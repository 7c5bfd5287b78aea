% Columns of files, in older words.
f = tempname(); fid = fopen(f, 'w'); fprintf(fid, '1 2\n3 4\n'); fclose(fid);
[a, b] = textread(f, '%f %f')
delete(f);
try, textread('nosuchfile.txt', '%f'), catch e, disp(regexprep(e.message, 'TEXTREAD', 'textread')), end
