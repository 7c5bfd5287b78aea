% Mandelbrot and Julia sets as characters, Newton's basins, a logistic map.
x = linspace(-2, 0.5, 40);
y = linspace(-1.1, 1.1, 17);
[X, Y] = meshgrid(x, y);
C = X + 1i*Y;
Z = zeros(size(C));
N = zeros(size(C));
for k = 1:30
  in = abs(Z) <= 2;
  Z(in) = Z(in).^2 + C(in);
  N(in) = k;
end
chars = ' .:-=+*#%@';
t = chars(ceil(N/30*numel(chars)));
disp(t)
sum(N(:) == 30)
c = -0.8 + 0.156i;
[X, Y] = meshgrid(linspace(-1.5, 1.5, 31), linspace(-1, 1, 11));
Z = complex(X, Y); M = zeros(size(Z));
for k = 1:20
  Z = Z.^2 + c;
  M += abs(Z) < 2;
  Z(abs(Z) > 2) = 3;
end
J = repmat(' ', size(M)); J(M > 6) = '+'; J(M > 12) = '*'; J(M == 20) = '#';
disp(J)
r3 = exp(2i*pi*(0:2)/3);
[X, Y] = meshgrid(-1.05:0.3:1.05, -0.95:0.38:0.95);
Z = X + 1i*Y;
for k = 1:25
  Z = Z - (Z.^3 - 1) ./ (3*Z.^2);
end
B = zeros(size(Z));
for k = 1:3
  B(abs(Z - r3(k)) < 1e-6) = k;
end
B
for r = [2.8 3.2 3.5]
  x = 0.3;
  for k = 1:1000, x = r*x*(1 - x); end
  orbit = zeros(1, 4);
  for k = 1:4, x = r*x*(1 - x); orbit(k) = x; end
  printf("%.1f: %.6f %.6f %.6f %.6f\n", r, orbit);
end
