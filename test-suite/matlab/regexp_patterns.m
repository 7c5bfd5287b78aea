% regexp: what patterns can say.
regexp ('foobar', '(?<=foo)bar', 'match')
regexp ('foobar', '(?<!foo)bar', 'match')
regexp ('foobar', 'foo(?=bar)', 'match')
regexp ('word1 word2', '\<w', 'start')
regexp ('word1 word2', '\d\>', 'start')
regexp ('aa bb cd', '(\w)\1', 'match')
regexp ('ab', '(a)|(b)', 'tokens')
regexp ('ab', '(x)?(b)', 'tokens')
regexp ('aaa', 'a+?', 'match')
regexp ('ab12cd', '[[:alpha:]]+', 'match')
regexp ('a.b', 'a\.b', 'match')
regexp ('f(x)', '\((.*)\)', 'tokens'){1}{1}
regexp ('2024-03-15', '(\d+)-(\d+)-(\d+)', 'tokens'){1}
regexp ("a\tb", '\t', 'start')
regexp ('ab', '(?i)AB', 'match')
regexp ('abc', '(?:a)(b)', 'tokens')
numbers = regexp ('x=1.5, y=-2e3', '[-+]?\d+\.?\d*(?:e[-+]?\d+)?', 'match');
str2double (numbers)
