% Char rows stand on the line of their name, char matrices below.
a = 'hello'
b = "tab\there"
c = ['abc'; 'def']
d = ''
e = ""
f = repmat ('abcdefghij', 1, 12)
g = [repmat('abcdefghij', 1, 10); repmat('0123456789', 1, 10)]
h = {'one', "two"; '', ['ab'; 'cd']}
s.name = 'x';
s.rows = ['ab'; 'cd'];
s
k = 'it''s'
l = "a\nb"
m = zeros (1, 0);
disp (a)
disp (c)
disp ('')
