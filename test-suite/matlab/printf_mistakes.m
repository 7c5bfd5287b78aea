% Mistakes of templates and arguments.
function try_it (varargin)
  try
    x = sprintf (varargin{:})
  catch e
    disp (e.message)
  end
end
try_it ("%y", 5);
try_it ("100%");
try_it ("%d", {1});
try_it ("%lld", 5);
try_it (5);
try_it ("%d", 3 + 4i);
try_it ("%*d", -5, 3);
try_it ("%f", 3 + 4i);
try
  fprintf (77, "x");
catch e
  disp (e.message)
end
try
  printf ({});
catch e
  disp (e.message)
end
