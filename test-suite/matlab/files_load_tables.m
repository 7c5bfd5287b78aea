% Tables of numbers.
d = tempname(); mkdir(d); old = cd(d);
fid = fopen('c.csv', 'w'); fprintf(fid, '1,2,3\n4,5,6\n'); fclose(fid);
q = load('c.csv'), load c.csv, c
fid = fopen('p-1.dat', 'w'); fprintf(fid, '%% comment\n# other\n1 2 3\n4 5 6\n\n'); fclose(fid);
load p-1.dat, p_1
fid = fopen('3d.dat', 'w'); fprintf(fid, '1\t2;3\n'); fclose(fid);
load 3d.dat, X3d
x = 1:3; save -ascii xx.txt x
disp(fileread('xx.txt'))
m = [1.5 -2; 1e10 3]; save('-ascii', 'm.txt', 'm'); disp(fileread('m.txt'))
fid = fopen('bad.txt', 'w'); fprintf(fid, 'hello world\n1 2\n'); fclose(fid);
try, load bad.txt, catch e, disp(e.message), end
try, load nofile.mat, catch e, disp(e.message), end
try, save -foo f.txt, catch e, disp(e.message), end
fid = fopen('nn.txt', 'w'); fprintf(fid, '1 NaN Inf\n-Inf 1e3 -.5\n'); fclose(fid);
load nn.txt, nn
save f.txt x m
try, load('f.txt', 'nope'), catch e, disp(e.message), end
cd(old); confirm_recursive_rmdir(false); rmdir(d, 's');
