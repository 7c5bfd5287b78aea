% Classes of characters.
text = 'Ab 9_z,';
isalpha (text)
isdigit (text)
isspace (text)
isupper (text)
islower (text)
isalnum (text)
ispunct (text)
isxdigit ('0aGf')
iscntrl ("a\tb\n")
isgraph ('a b')
isprint ('a b')
isascii ('ab')
isletter ('a1')
isspace ({'a b', ' '})
isspace ([32 65 9])
isalpha ('')
word = 'Hello, World 42';
disp (word(isalpha (word)))
printf ('%d letters, %d digits\n', sum (isalpha (word)), sum (isdigit (word)));
upper (word)
lower ({'AB', 'cD'; 'E', 'f'})
toupper (['ab'; 'cd'])
