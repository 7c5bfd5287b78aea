% Positions in files.
f = tempname(); fid = fopen(f, 'w+'); fprintf(fid, 'one\ntwo\nthree\n');
frewind(fid); fgetl(fid), ftell(fid), fseek(fid, 0, SEEK_SET); fgets(fid), fskipl(fid, 1), fgetl(fid), feof(fid), fgetl(fid), feof(fid)
fseek(fid, -6, SEEK_END); fgetl(fid), fseek(fid, 0, 'bof'); fseek(fid, 4, SEEK_CUR); fgetl(fid)
fwrite(fid, [65 66 67]); frewind(fid); x = fread(fid, 3)', fclose(fid);
fid = fopen(f, 'w'); fwrite(fid, [1 2 258], 'uint16'); fclose(fid);
fid = fopen(f); x = fread(fid, Inf, 'uint8')', fclose(fid); delete(f);
fflush(stdout); stdin, stdout, stderr
try, fgetl(99), catch e, disp(e.message), end
