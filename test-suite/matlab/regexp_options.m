% regexp: options.
regexp ('ab12', '([a-z]+)(\d+)', 'tokens', 'once')
regexp ('ab12', '\d', 'match', 'once')
regexp ('ab12', 'x', 'match', 'once')
regexp ('ab12', 'x', 'tokens', 'once')
regexp ('aXbxc', 'x', 'split', 'ignorecase')
regexpi ('ABCabc', 'b', 'match')
regexp ("one\ntwo", '^t\w+', 'match')
regexp ("one\ntwo", '^t\w+', 'match', 'lineanchors')
regexp ("a\nb", 'a.b', 'match', 'dotexceptnewline')
regexp ('ab', 'a b # both', 'match', 'freespacing')
regexp ('ab', 'x*', 'match', 'emptymatch')
regexp ({'ab', 'cb'}, 'b')
regexp ({'ab'; 'cd'}, '[a-z]', 'match', 'once')
regexp ('abc', {'a', 'c'})
try
  regexp ('abc', '(b', 'match')
catch err
  disp (err.message)
end
try
  regexp ('abc', '[', 'match')
catch err
  disp (err.message)
end
try
  regexp ('abc', 'b', 'strange')
catch err
  disp (err.message)
end
