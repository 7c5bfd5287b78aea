% unwind_protect, and errors through functions.
1;
function r = risky (n)
  unwind_protect
    printf ('enter %d\n', n);
    if n > 2
      error ('risky:deep', 'too deep: %d', n);
    end
    r = risky (n + 1);
  unwind_protect_cleanup
    printf ('leave %d\n', n);
  end_unwind_protect
end
try
  risky (1);
catch err
  disp (err.message), disp (err.identifier)
end
for k = 1:3
  try
    if k == 2, error ('skip'); end
    printf ('ok %d\n', k);
  catch
    printf ('caught %d\n', k);
    continue
  end
end
function check (x)
  narginchk (1, 1);
  validateattributes (x, {'numeric'}, {'positive', 'integer'});
  disp ('fine');
end
check (3)
try, check (-3), catch err, disp (err.message), end
try, check (1.5), catch err, disp (err.message), end
try, check ('a'), catch err, disp (err.message), end
try, check (), catch err, disp (err.message), end
