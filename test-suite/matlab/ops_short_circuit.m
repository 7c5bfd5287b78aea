% Conditions that are not evaluated.
1;
function r = say(x), printf('%d ', x); r = x; end
say(1) || say(2); printf('\n'); say(0) || say(2); printf('\n'); say(0) && say(2); printf('\n'); say(1) && say(2); printf('\n');
if [], disp('empty is true'), else, disp('empty is false'), end
if [1 1 0], disp('t'), else, disp('f'), end
if 'a', disp('t'), end
true || error('never'), false && error('never'), xor(true, false), not(1), and(1, 0, 1), or(0, 0, 1), any([0 0 1]) && all([1 1])
try, if {}, end, catch e, disp(e.message), end
try, [] || 1, catch e, disp(e.message), end
try, if struct(), end, catch e, disp(e.message), end
