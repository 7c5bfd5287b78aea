% Errors pass through functions.
1;
function inner(x), if x < 0, error('Math:negative', 'negative: %d', x); end, disp(sqrt(x)); end
function outer(x), try, inner(x); catch e, error('Outer:fail', 'outer failed (%s)', e.message); end, end
outer(4)
try, outer(-1), catch e, disp(e.identifier), disp(e.message), disp(e.stack(1).name), end
function cleanup_test(), unwind_protect, error('oops'); unwind_protect_cleanup, disp('cleaned'); end_unwind_protect, end
try, cleanup_test(), catch e, disp(e.message), end
try, error('Octave:my-id', 'with id'), catch, disp(lasterr), end
e = MException('a:b', '%d-%d', 1, 2); try, throw(e), catch q, disp(q.message), end
try, x = [1 2 3]; x(10), catch e, disp(e.message), end
try, undefined_function_xyz(1), catch e, disp(e.message), end
try, ones(2, 3) * ones(2, 3), catch e, disp(e.identifier), end
ok = false; try, ok = true; catch, ok = 'caught'; end, ok
try, error('no newline'), catch e, printf('[%s]\n', e.message), end
try, error("with newline\n"), catch e, printf('[%s]\n', e.message), end
err = 0; try, str2func({}), catch err, end, class(err)
