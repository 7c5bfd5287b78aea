% Regular expressions.
[tok, mat] = regexp('ab12cd', '([a-z]+)(\d+)', 'tokens', 'match'); tok{1}, mat
[s, e, te, m, t, nm, sp] = regexp('hello world', 'o'); s, e, te, m, t, nm, sp
names = regexp('key=val', '(?<k>\w+)=(?<v>\w+)', 'names')
regexp('aBc', 'b', 'match', 'ignorecase'), regexpi('aBc', 'b', 'match'), regexp('abc', 'x', 'match'), regexp('abc', 'b', 'once', 'match'), regexp('abc', 'x', 'once', 'match'), regexp('abc', '(b)', 'once', 'tokens'), regexp({'ab', 'cb'}, 'b'), regexp('ab', {'a', 'b'})
regexprep('hello', 'l+', 'L'), regexprep('abc', '(.)(.)', '$2$1'), regexprep('aaa', 'a', 'b', 'once'), regexprep('ABC', 'b', 'x', 'ignorecase'), regexprep({'ab', 'b'}, 'b', 'c'), regexprep('a.b', '\.', '-'), regexprep('x', '', 'y'), regexprep('abc', {'a', 'b'}, {'1', '2'})
regexp("a\nb", 'a.b'), regexp('foo.bar', '\.', 'split'), regexp('a1b2', '\d', 'split'), regexp('one two', '(\w+) (\w+)', 'tokens'){1}{2}, regexp('ab', '(a)|(b)', 'tokens'), regexp('aaa', 'a*?', 'match'), regexp('test123', '^\D+', 'match'){1}
