% An error from a struct ends the program.
s.message = 'described elsewhere';
s.identifier = 'a:b';
x = 1
error (s);
