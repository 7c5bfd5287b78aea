% Texts in pieces and together again.
strsplit ('a,b,,c', ',')
strsplit ('a,b,,c', ',', 'CollapseDelimiters', false)
strsplit ('one two  three')
strsplit ('a--b-c', {'--', '-'})
[parts, seps] = strsplit ('x=1;y=2', {'=', ';'})
strsplit ('a1b22c', '\d+', 'DelimiterType', 'RegularExpression')
strsplit ('', ',')
strsplit (',a,', ',')
strsplit ("a\tb", '\t')
ostrsplit ('a:b;c', ':;')
ostrsplit ('a::b', ':', true)
strjoin ({'a', 'b', 'c'}, '-')
strjoin ({'a', 'b', 'c'})
strjoin ({'x', 'y', 'z'}, {'+', '='})
strjoin ({'line', 'next'}, '\n')
[first, rest] = strtok ('hello world')
[first, rest] = strtok (',,a,b', ',')
[first, rest] = strtok ({'a b', 'cd'})
words = strsplit ('the quick brown fox', ' ');
printf ('%s ', words{end:-1:1}); printf ('\n');
total = 0;
for field = strsplit ('1;2;30', ';')
  total += str2double (field{1});
end
total
try
  strsplit (5)
catch err
  disp (err.message)
end
try
  strjoin ({'a', 'b'}, {'1', '2', '3'})
catch err
  disp (err.message), disp (err.identifier)
end
