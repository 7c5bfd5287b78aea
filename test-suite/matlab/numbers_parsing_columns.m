% Numbers of texts in columns, with what is missing.
c = textscan("1 2\n3", '%f %f'); c{1}, c{2}
c = textscan("a 1.5\nb 2.5", '%s %f'); c{1}{2}, c{2}(1)
c = textscan("2020-01-02\n2021-03-04", '%d-%d-%d'); [c{:}]
c = textscan("x,y,z", '%s', 'Delimiter', ','); size(c{1})
c = textscan("3.14;2.71", '%f32', 'Delimiter', ';'); class(c{1})
[a, b] = strread('1 2 3 4', '%d %d'); class(a), a', b'
c = textscan("1 2 3 4 5 6", '%f %f %f'); cell2mat(c)
