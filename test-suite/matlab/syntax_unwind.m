% What is done in any case.
1;
function f(x)
  unwind_protect
    printf('begin %d\n', x);
    if x > 1, error('too large: %d', x); end
    if x == 0, return, end
    disp('end');
  unwind_protect_cleanup
    disp('cleanup');
  end_unwind_protect
end
f(1), f(0)
try, f(2), catch e, disp(e.message), end
try
  try, error('my:id', 'inner'); catch e1, error('my:outer', '%s then outer', e1.message); end
catch e2
  disp(e2.identifier), disp(e2.message)
end
for k = 1:3
  unwind_protect
    if k == 2, continue, end
    printf('%d\n', k);
  unwind_protect_cleanup
    printf('c%d\n', k);
  end_unwind_protect
end
