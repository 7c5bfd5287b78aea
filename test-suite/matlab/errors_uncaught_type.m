% Sums of what is no array.
x = 1;
sum({})
