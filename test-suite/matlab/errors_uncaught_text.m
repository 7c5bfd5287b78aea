% Errors of Octave's own functions that forget where they were.
x = 1;
str2func(1)
