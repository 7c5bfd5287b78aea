% Extents that do not fit end the program.
a = ones(2, 3); b = ones(3, 2);
c = a + b
