% Files: writing, reading, names.
name = tempname ();
f = fopen (name, 'w');
f > 2
fprintf (f, 'line %d\n', 1:2);
fputs (f, "3 4 5\n");
fclose (f)
f = fopen (name, 'r');
while ! feof (f)
  line = fgetl (f)
end
frewind (f); ftell (f)
fgets (f)
fseek (f, 0, 'bof'); a = fscanf (f, 'line %d\n')
rest = fscanf (f, '%d', [1 Inf])
fclose (f);
text = fileread (name)
f = fopen (name, 'a'); fprintf (f, 'more'); fclose (f);
f = fopen (name); bytes = fread (f, 4)', chars = fread (f, [1 3], 'char=>char'), fclose (f);
dlmwrite (name, [1 2; 3 4.5]); fileread (name)
dlmread (name), csvread (name)
exist (name, 'file'), isfile (name), isfolder (name)
unlink (name); isfile (name)
[f, why] = fopen ('/no/such/file', 'r')
fullfile ('a', 'b', 'c.m'), fullfile ('a/', '/b')
[dir, base, suffix] = fileparts ('/home/me/data.tar.gz')
try, fclose (99), catch err, disp (err.message), end
try, fileread ('/no/such/file'), catch err, disp (err.message), end
