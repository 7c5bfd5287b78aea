% Roots of one, and sums of them.
n = 5; r = exp(2i * pi * (0:n - 1) / n); abs(sum(r)) < 1e-15, printf('%.4f %+.4fi\n', [real(r); imag(r)]);
abs(r), round(angle(r) * 180 / pi), poly(r)(1), max(abs(polyval([1 0 0 0 0 -1], r))) < 1e-14
