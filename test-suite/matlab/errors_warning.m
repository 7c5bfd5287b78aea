% Warnings are for standard error; what is remembered of them.
warning ('first %d', 1);
lastwarn ()
warning ('my:id', 'second');
[msg, id] = lastwarn ()
warning ('off', 'my:id');
warning ('my:id', 'third, not seen');
[msg, id] = lastwarn ()
s = warning ('query', 'my:id')
old = warning ('on', 'my:id')
warning ('query', 'my:id')
warning ('error', 'be:strict');
try
  warning ('be:strict', 'an error now %d', 5);
catch err
  disp (err.message), disp (err.identifier)
end
warning ('off', 'all');
warning ('unseen');
lastwarn ()
warning ('on', 'all');
lastwarn ('by hand', 'x:y');
[msg, id] = lastwarn ()
warning (struct ('identifier', 'q:r', 'state', 'off'));
warning ('query', 'q:r')
