% Numbers in texts.
str2double ('3.25'), str2double ('1e3'), str2double ('1,000'), str2double ('-Inf')
str2double ('1 + 2i'), str2double ('i*3'), str2double ('2i-1')
str2double ('abc'), str2double ('1 2'), str2double ('')
str2double ({'1', 'x'; '2.5', '4'})
str2double (['12'; '34'])
str2double (5)
str2num ('[1 2; 3 4]')
[value, ok] = str2num ('2 + 3')
[value, ok] = str2num ('2 +')
sscanf ('3 4 5', '%d')'
sscanf ('10:20:30', '%d:')'
sscanf ('3.5 apples', '%f %s')'
sscanf ('1 2 3 4 5 6', '%d', [2 3])
sscanf ('1 2 3 4 5', '%d', [2 Inf])
sscanf ('abc def', '%s')
sscanf ('x=5', 'x=%d')
sscanf ('0x1F', '%x')
sscanf ('12345', '%2d')'
sscanf ('1 2 3 4', '%*d %d')'
sscanf ('abc123', '%[a-z]%d')'
[a, b, c] = sscanf ('5 abc 7.5', '%d %s %f', 'C')
[values, count, message, place] = sscanf ('1 2 x', '%d')
sscanf ('no number', '%d')
int2str (2.7), num2str ([1 2; 3 4])
