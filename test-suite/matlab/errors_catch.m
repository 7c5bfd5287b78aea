% What catch gets, and what is remembered.
try
  error ('Pkg:id', 'first %d', 1);
catch err
  err.message, err.identifier, class (err), fieldnames (err)
end
lasterr ()
try
  [1 2 3](7);
catch err
  disp (err.message); disp (err.identifier);
end
try
  undefined_thing + 1;
catch
  disp (lasterr ());
end
try
  try
    error ('in:ner', 'deep');
  catch inner
    error ('out:er', 'outside of %s', inner.message);
  end
catch outer
  disp (outer.identifier), disp (outer.message)
end
try
  rethrow (struct ('message', 'again', 'identifier', 'x:y'));
catch err
  disp (err.message), disp (err.identifier)
end
try
  try, error ('a:b', 'once more'); catch e, rethrow (e); end
catch err
  disp (err.message), disp (err.identifier)
end
try
  rethrow (struct ('message', 'no id'));
catch err
  disp (err.message)
end
e = [];
try, error ('x'); catch e, end
isstruct (e), isempty (e.stack)
lasterr ('set by hand'); disp (lasterr ())
[msg, id] = lasterr ()
