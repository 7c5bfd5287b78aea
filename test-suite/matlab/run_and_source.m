% Scripts that run other scripts, and functions that few programs call.
place = tempname();
mkdir(place);
f = fopen(fullfile(place, 'inner.m'), 'w');
fprintf(f, 'made = 7;\n[~, here] = fileparts(pwd);\ndisp(strcmp(here, name))\nbeside(2)\n');
fclose(f);
f = fopen(fullfile(place, 'beside.m'), 'w');
fprintf(f, 'function beside(x)\ndisp(x * 3)\nend\n');
fclose(f);
f = fopen(fullfile(place, 'wrong.m'), 'w');
fprintf(f, 'late = 1;\nerror(''not today'')\n');
fclose(f);
[~, name] = fileparts(place);
before = pwd;
try, source(fullfile(place, 'inner.m')), catch err, disp(err.message), end
run(fullfile(place, 'inner'))
run(fullfile(place, 'inner.m'))
disp(made)
try, run(fullfile(place, 'wrong')), catch err, disp(err.message), end
disp([late, strcmp(before, pwd)])
try, source(fullfile(place, 'inner')), catch err, disp(strrep(err.message, place, 'PLACE')), end
try, source('nosuchfile.m'), catch err, disp(strrep(err.message, pwd, '.')), end
try, run('nosuchfile.m'), catch err, disp(err.message), end
try, source(5), catch err, disp(err.message), end
delete(fullfile(place, 'inner.m')); delete(fullfile(place, 'beside.m')); delete(fullfile(place, 'wrong.m'));
rmdir(place);
disp([isbool(true), isbool(1), islogical(false)])
[h, w] = freqz([1 2], [1 0.5], 4);
printf('%.8f %.8f %.8f\n', [real(h) + 0, imag(h), w]');
[h, w] = freqz([1 1 1] / 3, 1, 3);
printf('%.8f %.8f\n', [abs(h(1:2)), w(1:2)]');
h = freqz([1 0 -1], [1 0.2 0.3], [0.1 0.5 2]);
printf('%.8f %.8f\n', [real(h(:)), imag(h(:))]');
beep
mlock; munlock;
try, a = input('number? '), catch err, disp(err.message), end
