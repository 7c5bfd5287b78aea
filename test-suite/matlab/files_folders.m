% Folders and files.
d = tempname(); mkdir(d); old = pwd(); cd(d);
[ok, msg] = mkdir('sub')
isfolder('sub'), isdir('sub'), exist('sub'), isfile('sub')
fid = fopen('a.txt', 'w'); fprintf(fid, 'one\ntwo\nthree\n'); fclose(fid);
exist('a.txt'), isfile('a.txt')
rename('a.txt', 'b.txt'); exist('a.txt'), exist('b.txt')
delete('b.txt'); exist('b.txt')
[ok, msg] = rmdir('sub')
cd(old); rmdir(d);
is_absolute_filename('/a'), is_absolute_filename('a'), make_absolute_filename('/a/../b')
filesep, pathsep, ischar(tempdir), ischar(P_tmpdir)
