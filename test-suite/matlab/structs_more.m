% Structures and arrays of them.
s = struct('a', {1, 2, 3}); size(s), [s.a], s(2), s(end).a
t = struct('x', {{1, 2}}), isfield(t, 'x'), isfield(t, {'x', 'y'}), fieldnames(t), rmfield(t, 'x'), numfields(t)
s(2) = []; numel(s), [s.a] = deal(0); [s.a], s(1).b = 'n'; s(2).b, s(5).a = 9; size(s)
u.v.w.x = 5; u.v.w.x, u.('dyn') = 3; u, f = 'v'; u.(f).w
orderfields(struct('b', 1, 'a', 2)), isrow(s), isstruct(s), isempty(struct()), isempty(struct('a', {}))
p = setfield(struct(), 'k', 4), getfield(p, 'k'), q = struct('m', magic(3)); q.m(2, :), q.m(2, 2) = 0; q.m
arr = [struct('n', 1), struct('n', 2)]; arr(2).n, arrayfun(@(e) e.n * 2, arr), [arr.n] 
try, s.zzz, catch e, disp(e.message), end
try, rmfield(p, 'none'), catch e, disp(e.message), end
try, x = 5; x.a = 1, catch e, disp(e.message), end
try, [struct('a', 1), struct('b', 2)], catch e, disp(e.message), end
substruct('()', {1}, '.', 'f'), isspace('a b'), merge(true, 1, 2), ifelse = 3;
