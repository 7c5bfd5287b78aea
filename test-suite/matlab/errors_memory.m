% Where memory ends a program goes on.
disp('before')
try, x = (1:1e14) .* (1:1e14); catch e, disp(e.message), disp(e.identifier), end
try, x = ones(1e6, 1e6); catch e, disp(e.message), end
try, x = repmat(1, 1e7, 1e7); catch e, disp(e.message), end
try, x = diag(1:1e13); catch e, disp(e.message), end
x = cumsum(zeros(0, 3), 1); disp(size(x))
x = 1;
try, x(1e12) = 2; catch e, disp(e.message), end
function r = deep(n)
  if n == 0, r = sum((1:1e14)'); else, r = deep(n - 1) + n; end
end
try, deep(3), catch e, disp(e.message), end
try, cellfun(@(n) deep(n), {2}), catch e, disp(e.message), end
x
zeros(1e6, 1e6);
