% Comparisons of texts, char matrices and cells of texts.
strcmp ('abc', 'abc')
strcmp ('abc', 'abd')
strcmp ('abc', 97)
strcmp ({'abc', 'x'; 'y', 'abc'}, 'abc')
strcmp ({'a', 'b'}, {'a', 'c'})
strcmp ({'a'}, {'a', 'c', 'a'})
strcmp (['ab'; 'cd'], {'ab', 'cd'})
strcmp ('', {})
strcmpi ('HeLLo', 'hEllO')
strcmpi ({'One', 'TWO'}, {'ONE', 'three'})
strncmp ('abcdef', 'abcxyz', 3)
strncmp ('abcdef', 'abcxyz', 4)
strncmp ({'alpha', 'alps', 'beta'}, 'al', 2)
strncmpi ('ABcd', 'abXY', 2)
try
  strcmp ({'a', 'b'}, {'a'; 'b'; 'c'})
catch err
  disp (err.message)
end
try
  strncmp ('a', 'b', 0)
catch err
  disp (err.message)
end
words = {'pear', 'fig', 'apple'};
if any (strcmp (words, 'fig'))
  printf ('%s\n', 'found');
end
switch 'Fig'
  case {'fig', 'apple'}
    disp ('exact');
  otherwise
    disp ('none');
end
