% Complex numbers.
1i, 1 + 2i, [1 + 2i, 3.5 - 1i], 1e10 + 1i, complex(1, 0), [1+1e-5i 2], (1 + 2i) * (3 - 1i), abs(3 + 4i), conj(1 + 2i), angle(1i), real([1+2i 3]), imag([1+2i 3]), isreal(complex(1, 0)), sqrt(-4), roots([1 0 1]), exp(1i * pi), single(1 + 2i), 1 / (1 + 1i), (1+2i)', [1+2i 3].', NaN + 1i, Inf - Inf * 1i, isreal(1i ^ 2), 1i ^ 2, num2str(1 + 2i), disp(1 + 2i), mat2str([1+2i 0.5])
