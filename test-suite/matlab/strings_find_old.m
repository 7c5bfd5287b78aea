% Older functions of texts.
findstr('abcbc', 'bc'), findstr('bc', 'abcbc'), findstr('aaa', 'aa'), findstr('aaa', 'aa', false)
strtrunc('abcdef', 3), strtrunc({'abcdef', 'ab'}, 3), strtrunc(['abc'; 'def'], 2)
double(newline)
strmatch('ab', {'abc', 'xab', 'ab'}), strmatch('ab', ['abc '; 'xab '; 'ab  ']), strmatch('ab', {'abc', 'ab'}, 'exact')
isstr('a'), isstr(1), setstr([65 66])
try, strtrunc(1, 2), catch e, disp(e.message), end
try, strmatch('a'), catch e, disp(e.message), end
