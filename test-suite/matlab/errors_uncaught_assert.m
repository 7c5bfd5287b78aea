% A failed comparison.
x = 1:3;
assert(x, [1 2 4])
