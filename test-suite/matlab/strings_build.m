% Char matrices and concatenation.
char ('a', 'bcd')
char ({'x', 'yz'}, 'long text')
char ([72 101 108 108 111])
char (65:70)
size (char ('', 'ab'))
strvcat ('a', '', 'bcd')
cellstr (['ab '; 'cd '])
cellstr ('one')
strcat ('a ', 'b ', 'c')
strcat ({'a '}, 'b')
strcat ({'a', 'b'}, '-', {'c', 'd'})
strcat (['a '; 'bb'], 'x')
cstrcat ('a ', 'b ')
['abc'; 'def']
['abc'; 'def'](2, :)
x = ['one', 'two']
repmat ('ab', 1, 3)
double ('AZ')
['a':'e']
fliplr ('abc')
s = 'abc'; s(5) = 'x'; double (s)
s(end:-1:1)
num2str (pi), [num2str(3) ' items']
try
  ['abc'; 'de']
catch err
  disp (err.message)
end
try
  strcat ({'a', 'b'}, {'c', 'd', 'e'})
catch err
  disp (err.message)
end
