% regexp: all outputs.
[s, e, te, m, t, nm, sp] = regexp ('hello world', '(l+)(o)')
[s, e, te, m, t, nm, sp] = regexp ('hello', 'x')
[tok, mat] = regexp ('ab12cd34', '([a-z]+)(\d+)', 'tokens', 'match');
tok{2}, mat
regexp ('short test string', '\w*r\w*', 'match')
regexp ('a,b;c', '[,;]', 'split')
[m, rest] = regexp ('a,b;c', '[,;]', 'match', 'split')
names = regexp ('key=val', '(?<k>\w+)=(?<v>\w+)', 'names')
both = regexp ('a1 b2', '(?<l>[a-z])(?<d>\d)', 'names');
size (both), both(2)
regexp ('ab12', '[a-z]+', 'start'), regexp ('ab12', '\d+', 'end')
regexp ('foobar', '(o)(b)', 'tokenExtents')
