% What fzero prints, its brackets and its ends.
1;
function r = seen(f, x), printf('%.10g ', x); r = f(x); end
show = @(word) optimset('Display', word);
[x, fv, info] = fzero(@(x) x^2 - 2, [0 3], show('iter'));
printf('%.15g %.3g %d\n', x, fv, info);
[x, fv, info, out] = fzero(@(x) cos(x), 3000, show('iter'))
[x, fv, info] = fzero(@(x) x, 0, show('final'))
[x, fv, info] = fzero(@(x) 1 / x, 1)
[x, fv, info] = fzero(@(x) 1 / x, [-1 1], show('off'))
[x, fv, info] = fzero(@(x) 1 / x, 0)
[x, fv, info] = fzero(@(x) tan(x), [1 2], show('notify'))
[x, fv, info] = fzero(@(x) x^3 - .3, [-1 1], optimset('MaxIter', 3))
[x, fv, info] = fzero(@(x) x^3 - .3, [-1 1], optimset('MaxFunEvals', 3))
try, fzero(@(x) seen(@(x) x - 2000, x), 0), catch err, disp(err.message), end
try, fzero(@(x) seen(@(x) x - 2000.5, x), 3), catch err, disp(err.message), end
try, fzero(@(x) seen(@(x) x^2 + 1, x), 3), catch err, disp(err.message), end
try, fzero(@(x) NaN, 1), catch err, disp(err.message), end
try, fzero(@missing_function, 1), catch err, disp(err.message), disp(isempty(err.identifier)), end
try, cellfun(@missing_function, {1}), catch err, disp(err.message), end
f = @missing_function;
try, f(1), catch err, disp(err.message), end
