% Function handles, permutations and empty values in text files.
f = tempname();
a = 1; b = 'x';
h = @(x) x + a + numel(b); g = @() 1; u = {@sin, h}; s.f = @cos;
p = eye(4)([2 4 1 3],:); q = eye(4)(:,[2 4 1 3]); d = single(eye(2)); c = eye(2) * (1 + 2i);
save('-text', f, 'h', 'g', 'u', 's', 'p', 'q', 'd', 'c');
lines = strsplit(fileread(f), "\n");
printf('%s\n', lines{2:end});
clear a b h g u s p q d c
load(f);
h, g, u, s, p, q, d, c, h(5), u{2}(1), s.f(0)
delete(f);
% A text of two rows, as Octave writes it.
x = ['ab';'cd'];
save('-v6', f, 'x'); clear x; load(f); x
save('-v7', f, 'x'); clear x; load(f); x
delete(f);
% Values that were empty literals.
fid = fopen(f, 'w');
fprintf(fid, "# Created by Octave 7.3.0\n# name: n\n# type: cell\n# rows: 1\n# columns: 2\n# name: <cell-element>\n# type: null_matrix\n");
fprintf(fid, "# rows: 0\n# columns: 0\n\n\n\n# name: <cell-element>\n# type: null_sq_string\n# elements: 0\n# length: 0\n\n\n\n\n\n");
fclose(fid);
load(f); n
delete(f);
