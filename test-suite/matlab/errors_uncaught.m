% An error that nothing catches ends the program.
disp ('before');
function fails (n)
  error ('Some:id', 'stopped at %d', n);
end
fails (7);
disp ('never');
