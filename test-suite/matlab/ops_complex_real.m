% Real operands beside complex ones; imaginary parts that vanish.
z = complex(1, 0);
disp([z < -1, z > -1, -1 < z, -1 < 1i, 1i > -1, complex(-1, 0) > 1])
disp([-1 -1] < [1i 1])
disp(complex([1 1], 0) < complex([-1 -1], 0))
disp([iscomplex(z), iscomplex(-z), iscomplex(+z), iscomplex(z'), iscomplex([z])])
m = complex([1 2], 0);
disp([iscomplex(m), iscomplex(-m), iscomplex(m.'), iscomplex(m'), iscomplex([m; m])])
1i * Inf
(1 + 2i) * Inf
1 / (1 + 0i)
(1 + 2i) / 0
complex(1, -0) - 1
[1i 2i] .* [1i 2]
1i & 1
complex(NaN, 0) & 1
try
  [complex(NaN, 1) 2] & 1
catch e
  disp(e.message)
end
try
  int8(1) & 1i
catch e
  disp(e.message)
end
int8(1) & NaN
try
  int8([1 0]) & NaN
catch e
  disp(e.message)
end
try
  int8(1) & int16(1)
catch e
  disp(e.message)
end
