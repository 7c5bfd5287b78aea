% Blanks around texts.
x = strtrim ('  two words  ')
y = strtrim ({' a ', 'b  '; '  c', 'd'})
z = strtrim (['  ab '; '   c '])
size (strtrim ('   '))
deblank ('  ab  ')
deblank ({'a  ', ' b '})
strtrim (sprintf ('\t tabs\n'))
blanks (3), size (blanks (3)), size (blanks (0))
['[' blanks(2) ']']
strjust (['a  '; ' bb'], 'right')
strjust (['a  '; ' bb'], 'left')
strjust (['a    '; ' bb  '], 'center')
untabify ("\ta\tb")
try
  strtrim (5)
catch err
  disp (err.message)
end
try
  blanks (-1)
catch err
  disp (err.message)
end
