% Brackets that do not fit.
1;
function show(f)
  try
    f();
  catch err
    disp(err.message)
  end
end
show(@() [1 2; 3])
show(@() [1 2, [3; 4]])
show(@() [zeros(0, 3); [1 2]])
show(@() [zeros(3, 0), [1; 2]])
show(@() [{1}; {2, 3}])
show(@() [1, 2; {3}])
show(@() horzcat([1; 2], [1 2 3]))
show(@() vertcat([1 2], [1 2 3]))
show(@() cat(3, [1 2], [1 2 3]))
show(@() [1, struct('a', 1)])
show(@() [struct('a', 1), 1])
show(@() [1, @sin])
show(@() [@sin, @cos])
show(@() [1i, int8(3)])
show(@() ['abc'; 100 101])
[1 2; 3 4 5]
