% Columns of texts, in older words.
[a, b] = strread('1 2 3 4', '%f %f')
a = strread('1 2 3 4')
[a, b] = strread('x 1 y 2', '%s %f')
a = strread('1,2,3', '%f', 'delimiter', ',')
