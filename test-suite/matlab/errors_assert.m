% assert.
1;
function tell (err)
  disp (err.message);
end
x = 2;
assert (x == 2);
try, assert (x == 3), catch err, tell (err), end
try, assert (false, 'value %d', x), catch err, tell (err), end
try, assert (false, 'my:id', 'value %d', x), catch err, tell (err), disp (err.identifier), end
try, assert (1, 2), catch err, tell (err), end
try, assert ([1 2 3], [1 2 4]), catch err, tell (err), end
try, assert ([1 2; 3 4], [1 2; 3 5]), catch err, tell (err), end
try, assert ([1 2 3], [1 2]), catch err, tell (err), end
try, assert ('abc', 'abd'), catch err, tell (err), end
try, assert (pi, 3.14, 0.001), catch err, tell (err), end
assert (pi, 3.14, 0.01);
assert (100, 101, -0.1);
try, assert (100, 101, -0.001), catch err, tell (err), end
try, assert ({1, 'a'}, {1, 'b'}), catch err, tell (err), end
try, assert (struct ('a', 1), struct ('b', 1)), catch err, tell (err), end
try, assert (single (1), 1), catch err, tell (err), end
try, assert ([1 NaN], [1 2]), catch err, tell (err), end
assert ([1 NaN], [1 NaN]);
try, assert (all (x < 1)), catch err, tell (err), end
