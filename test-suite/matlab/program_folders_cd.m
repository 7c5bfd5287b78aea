% Functions of private folders belong to the files beside them, wherever the program goes; nobody else sees them.
addpath(fileparts(mfilename('fullpath')));
home = pwd; root = tempname(); mkdir(root);
for k = 'ab'
  mkdir([root '/' k]); mkdir([root '/' k '/private']);
  f = fopen([root '/' k '/f' k '.m'], 'w'); fprintf(f, 'function r = f%s()\nr = pp();\nend\n', k); fclose(f);
  f = fopen([root '/' k '/private/pp.m'], 'w'); fprintf(f, 'function r = pp()\nr = ''pp of %s'';\nend\n', k); fclose(f);
end
try, feval(['f' 'a']), catch e, disp(e.message), end
cd([root '/a']); feval(['f' 'a'])
cd('../b'); feval(['f' 'b'])
cd(home); feval('folders_main', 1)
addpath([root '/a']); feval(['f' 'a'])
try, feval(['p' 'p']), catch e, disp(e.message), end
confirm_recursive_rmdir(false); rmpath([root '/a']); rmdir(root, 's');
