% Stacks of warnings and errors, labels that are empty, waits that are off.
1;
function r(n), if n==0, warning('deep'); return, end, r(n-1); end
function q(n), if n==0, error('deep'); end, q(n-1); end
r(3)
try, q(3), catch e, disp(numel(e.stack)), end
v=[10;20]; a = accumarray({[1;2],[1;2]}, v());
pause('off'); tic; pause(0.5); disp(toc<0.4)
switch zeros(0,3), case [], disp a, otherwise, disp b, end
try, switch {}, case [], disp a, otherwise, disp b, end, catch e, disp(e.message), end
try, switch [], case {{}}, disp a, otherwise, disp b, end, catch e, disp(e.message), end
try, switch 1, case containers.Map(), disp a, otherwise, disp b, end, catch e, disp(e.message), end
switch '', case '', disp a, otherwise, disp b, end
switch [], case '', disp a, otherwise, disp b, end
switch {}, case {}, disp a, otherwise, disp b, end
m = [containers.Map(); containers.Map({'x'},{1})]; m.ValueType
m = [containers.Map({'a'},{'b'}); containers.Map({'x'},{'c'})]; m.ValueType
vectorize(inline('x*2'));
q(2)
