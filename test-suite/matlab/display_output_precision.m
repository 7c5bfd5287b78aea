% output_precision changes the number of significant digits.
old = output_precision
x = [pi; 100 * pi];
for p = [2 3 4 6 8 10 12 16]
  output_precision (p);
  printf ("%d\n", p);
  a = pi
  b = x
  c = 12345.678
  d = single (pi)
end
output_precision (5);
e = pi
old = output_precision (7)
f = pi
