% error in its forms.
1;
function tell (varargin)
  try
    error (varargin{:});
    disp ('nothing raised');
  catch err
    printf ('[%s] <%s>\n', err.message, err.identifier);
  end
end
tell ('plain text')
tell ('value %d', 5)
tell ('my:id', 'with id')
tell ('my:id', 'with id %s', 'and text')
tell ('my:id')
tell ('id: with a blank')
tell ('single %d is no template')
tell ('a\tb')
tell ('a\tb %d', 1)
tell ("newline at end\n")
tell ('%d:%d', 1, 2)
tell ('')
tell (struct ('message', 'from struct', 'identifier', 'a:b'))
tell (struct ('message', 'only message'))
tell ('many %d,', [1 2 3])
tell ('Octave:some-id', 'msg')
