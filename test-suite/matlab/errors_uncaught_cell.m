% A cell is no number.
c = {1, 2};
d = c + 1
