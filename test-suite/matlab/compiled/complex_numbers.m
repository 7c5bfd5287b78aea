% Complex numbers in loops: escape times, roots, a Fourier transform, and the operators one after another.
n = 24; m = 18;
x = linspace(-2, 0.5, n); y = linspace(-1.2, 1.2, m);
count = zeros(m, n); last = zeros(m, n);
for a = 1:n
  for b = 1:m
    c = x(a) + 1i * y(b);
    z = 0;
    for k = 1:30
      z = z^2 + c;
      if abs(z) > 2, break; end
      count(b, a) = count(b, a) + 1;
    end
    last(b, a) = z;
  end
end
disp(sum(count(:))), disp(count(1:3:end, 12)'), printf('%.10f ', abs(last(1:50:end))); disp(' ')
disp(isreal(last))

% A Fourier transform of a real signal; the sums are real at first.
N = 12; s = cos(1:N) + (1:N) / 4; X = zeros(1, N);
for k = 1:N
  for t = 1:N
    X(k) = X(k) + s(t) * exp(-2i*pi*(k-1)*(t-1)/N);
  end
end
printf('%.8f %.8f\n', [real(X); imag(X)]);

% Newton's method from several starts.
found = zeros(1, 9);
for k = 1:9
  z = complex(cos(k), sin(k));
  for it = 1:40
    z = z - (z^3 - 1) / (3 * z^2);
  end
  found(k) = z;
end
printf('%.10f %.10f\n', [real(found); imag(found)]);

% What is real is printed as a real number, wherever it came from.
z = 3 + 4i; w = 1 - 2j;
for k = 1:4
  p = z * w + k; q = z / w - k * i; r = (z - w)';
  u = z.' * 2; v = -z + conj(w);
  f = [real(p), imag(p), abs(q), angle(r), arg(u)];
  e = exp(z / 10); g = sqrt(w); h = z^k; l = w^(-k); o = 2^(z / 5); d = z^0.5; t = z^w;
  zero = z * conj(z);
  less = z < w * k; same = z == 3 + 4i; other = z ~= w; more = abs(z) >= 5;
  parts = isreal(zero) + 2 * isreal(p) + 4 * iscomplex(q);
  z = z + 1i / k; w = w - (1 + 1i);
end
disp(p), disp(q), disp(r), disp(u), disp(v), disp(f), disp(zero)
printf('%.10f %.10f\n', real([e g h l o d t]), imag([e g h l o d t]));
disp([less same other more parts])
class(zero), p, q

% Infinities, NaN and zeros take the formulas of real numbers where a part is zero.
a = Inf; b = 0;
for k = 1:3
  a = a * (1i^k);
  b = b + (k - 2) * 1i / (k - 1);
end
disp(real(a)), disp(isnan(imag(a))), disp(isnan(real(b)))
c = 1e308 * (1 + 1i); d = 1e-308;
for k = 1:2
  c = c / (2e307 * (1 - 1i)); d = d / (1e-308 + 1e-308i);
end
printf('%.8g %.8g %.8g %.8g\n', real(c), imag(c), real(d), imag(d));

% An array that loses its imaginary parts becomes real.
A = [1+2i, 3, 5-1i];
for k = 1:3
  A(k) = A(k) * conj(A(k));
end
A, isreal(A)
B = complex(zeros(1, 3));
for k = 1:3
  if k > 5, B(k) = 1i; end
  s = B(k) + k;
end
isreal(B), s
% Functions.
function r = turn(z, k)
  r = z * 1i^k;
end
function r = size2(z)
  r = real(z)^2 + imag(z)^2;
end
total = 0; far = 0;
for k = 1:6
  total = total + turn(k + 1i, k);
  far = far + size2(total);
end
total, far
