% Folders: lists, patterns, copies and moves.
top = tempname(); mkdir(top); cd(top);
names = {'b.txt', 'a.txt', 'c.dat'};
for k = 1:3, f = fopen(names{k}, 'w'); fprintf(f, 'abc%d\n', k * 100); fclose(f); end
mkdir sub
dir
dir *.txt
d = dir(top);
size(d), {d.name}, [d(3:5).bytes], [d.isdir], all(strcmp({d.folder}, pwd())), fieldnames(d), fieldnames(d(3).statinfo)
isequal(datestr(d(3).datenum), d(3).date), now() - d(3).datenum < 1
x = dir('*.txt'); {x.name}, isequal(x(1).folder, pwd())
x = dir('a.txt'); x.name, x.bytes
x = dir('sub/'); {x.name}
x = dir('*.zip')
x = dir('nothing'); size(x)
dir nothing
try, dir(3), catch err, disp(err.message), end
glob('*'), glob({'*.dat', 'a*'}), glob('[ab].txt'), glob('zz'), glob('nothing/*'), glob(3)
readdir('.'), [names, err, msg] = readdir('nothing')
try, readdir(3), catch err, disp(err.message), end
ls
y = ls, y = ls('*.txt')
ls a.txt b.txt
try, ls(3), catch err, disp(err.message), end
[s, m, i] = copyfile('a.txt', 'e.txt')
fileread('e.txt')
[s, m, i] = movefile('e.txt', 'sub')
exist('e.txt'), exist('sub/e.txt')
copyfile('sub', 'sub2'), glob('sub2/*')
copyfile *.txt sub2
glob('sub2/*')
movefile('sub2/*.txt', '.'), glob('sub2/*'), glob('*.txt')
[s, m, i] = copyfile('nope', 'x')
[s, m, i] = movefile('nope', 'x')
try, copyfile('nope', 'x'), catch err, disp(err.message), end
try, copyfile({'a.txt', 'b.txt'}, 'x'), catch err, disp(err.message), end
try, copyfile(3, 'x'), catch err, disp(err.message), end
try, copyfile('a.txt', 3), catch err, disp(err.message), end
[s, m, i] = copyfile('a.txt', 'no/x')
try, movefile('a.txt', 'no/x'), catch err, disp(err.message), end
[s, m] = copyfile('sub', 'a.txt')
[s, m] = copyfile('a.txt', './a.txt')
[s, m] = movefile('sub', 'sub/sub')
[s, m] = copyfile('sub', 'sub/sub')
[s, m] = copyfile('*.txt', 'no')
[info, err, msg] = stat('a.txt'); info.size, info.modestr(1), err, msg
[info, err, msg] = stat('nothing')
[info, err] = lstat('sub'); info.modestr(1)
list_in_columns({'abc','def','ghi','a','b','c','dddddddddddd','x','y','zz'}, 30)
list_in_columns({'abc','def'}, 80, '  > '), list_in_columns({'a','',' b '}, 10), list_in_columns({})
cd /
rmdir(top, 's');
