% Lines hold 80 characters: wider matrices come in pieces.
a = 1:30
b = (1:30) * 1.5
c = (1:17)' * (1:17)
d = rand (2, 30) > 2
e = (1:50) > 3
f = int8 (1:40)
g = uint8 (200:240)
h = int16 (-20:20)
k = (1:12) * (1 + 2i)
l = (1:9) * pi * 1e5
m = single (1:9) / 3
