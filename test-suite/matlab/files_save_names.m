% Which variables go to a file.
ab = 1; ac = 2; bd = 3; f = tempname();
save('-text', f, 'a*'); fieldnames(load(f))'
save('-text', f, 'ab', 'bd'); clear ab bd; load(f, 'b*'); exist('ab'), exist('bd')
t = load(f, 'ab')
try, load(f, 'zz'), catch e, disp(strrep(e.message, f, 'FILE')), end
delete(f);
try, load(f), catch e, disp(strrep(e.message, f, 'FILE')), end
