% The folders below a folder.
root = tempname();
mkdir(root); mkdir(fullfile(root, 'b')); mkdir(fullfile(root, 'b', 'c')); mkdir(fullfile(root, 'a'));
mkdir(fullfile(root, 'private')); mkdir(fullfile(root, '+pack')); mkdir(fullfile(root, '@class'));
short = @(text) strrep(text, root, 'ROOT');
short(genpath(root)), short(genpath(root, 'b')), short(genpath(root, 'a', 'c')), short(genpath([root '/'])), genpath('no such folder')
file = fopen(fullfile(root, 'b', 'c', 'found_there.m'), 'w'); fprintf(file, 'function r = found_there(x)\nr = x + 1;\nend\n'); fclose(file);
addpath(genpath(root)); found_there(3)
confirm_recursive_rmdir(false); rmdir(root, 's'); isfolder(root)
