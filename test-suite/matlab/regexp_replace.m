% regexprep.
regexprep ('abc', 'b', 'X')
regexprep ('abc', '(a)(b)', '$2$1')
regexprep ('Hello World', '(\w+) (\w+)', '$2 $1')
regexprep ('abcb', 'b', 'X', 'once')
regexprep ('aBc', 'b', 'X', 'ignorecase')
regexprep ({'abc', 'cb'; 'x', 'bb'}, 'b', '-')
regexprep ('abc', {'a', 'b'}, {'X', 'Y'})
regexprep ('  trim  ', '^\s+|\s+$', '')
regexprep ('CamelCaseString', '([A-Z])', '_$1')
regexprep ('a.b.c', '\.', '/')
regexprep ('x1y2', '\d', '<$0>')
regexprep ('abc', 'b', 'a\tz')
regexprep ('abc', 'b', '\$1')
regexprep ('abc', 'x*', '-', 'emptymatch')
regexprep ('abc', '(b)', '$1$1$3')
regexprep ("l1\nl2", '^l', 'L', 'lineanchors')
size (regexprep ('abc', 'abc', ''))
try
  regexprep ('abc', {'a', 'b'}, {'1', '2', '3'})
catch err
  disp (err.message)
end
