% Checks of arguments.
x = [1 -2 NaN Inf];
1;
function check(f, v)
  try
    f(v);
    disp('passed');
  catch e
    disp(strtok(e.message, "\n"));
  end
end
check(@mustBeFinite, [1 2]), check(@mustBeInteger, [1 2]), check(@mustBePositive, 1), check(@mustBeNonnegative, 0), check(@mustBeNumeric, 5), check(@mustBeNonempty, 1)
try, mustBeNonempty([]), catch e, disp(e.message), end
try, mustBeNumeric('a'), catch e, disp(e.message), end
try, mustBeMember(1, [1 2]), disp('ok'), catch e, disp(e.message), end
