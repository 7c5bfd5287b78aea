% Names and words.
namelengthmax
iskeyword('for'), iskeyword('x'), size(iskeyword())
try, iskeyword(1), catch e, disp(e.message), end
genvarname('x', {'x', 'x1'}), genvarname('a b'), genvarname('1a'), genvarname({'x', 'x'})
mexext
symvar('x*y + z')
isvarname('a1'), isvarname('1a'), isvarname('for')
