% The colors of lines.
lines(3), lines(9), size(lines(1))
