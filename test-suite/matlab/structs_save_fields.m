% Fields of a structure as variables of a file.
s.alpha = 1; s.beta = 'text'; s.gamma = {1, [2 3]}; f = tempname();
save('-text', f, '-struct', 's', 'alpha', 'gamma'); t = load(f), isfield(t, 'beta')
save('-text', f, 's'); clear s; load(f, 's'); s
x = 5; save('-text', f, '-append', 'x'); who_ = fieldnames(load(f))'
delete(f);
try, save('-text', f, '-struct', 'x'), catch e, disp(e.message), end
