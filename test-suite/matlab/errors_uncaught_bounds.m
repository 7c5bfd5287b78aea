% An index out of bounds ends the program.
A = magic(3);
A(4, 1)
