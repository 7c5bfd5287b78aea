% Codes of Gray.
n = 0:7; g = bitxor(n, bitshift(n, -1)), dec2bin(g, 3)
sum(dec2bin(g(1:end - 1), 3) ~= dec2bin(g(2:end), 3), 2)'
back = g; for s = [1 2], back = bitxor(back, bitshift(back, -s)); end, isequal(back, n)
