% Trapezoids, Simpson, Romberg, Gauss and Legendre, adaptive Simpson, double integrals.
1;
function s = trapezoid(f, a, b, n)
  x = linspace(a, b, n+1);
  y = f(x);
  s = (b - a)/n * (sum(y) - (y(1) + y(end))/2);
end
function s = simpson(f, a, b, n)
  x = linspace(a, b, n+1); y = f(x);
  s = (b - a)/n/3 * (y(1) + 4*sum(y(2:2:end-1)) + 2*sum(y(3:2:end-2)) + y(end));
end
function R = romberg(f, a, b, m)
  R = zeros(m);
  for i = 1:m
    R(i,1) = trapezoid(f, a, b, 2^(i-1));
    for j = 2:i
      R(i,j) = R(i,j-1) + (R(i,j-1) - R(i-1,j-1))/(4^(j-1) - 1);
    end
  end
end
function [x, w] = gauss(n)
  k = 1:n-1;
  b = k./sqrt(4*k.^2 - 1);
  [V, D] = eig(diag(b, 1) + diag(b, -1));
  [x, i] = sort(diag(D));
  w = 2*V(1,i)'.^2;
end
function [s, n] = adaptive(f, a, b, tol)
  m = (a + b)/2;
  s1 = simpson(f, a, b, 2);
  s2 = simpson(f, a, m, 2) + simpson(f, m, b, 2);
  if abs(s2 - s1) < 15*tol
    s = s2 + (s2 - s1)/15; n = 1;
  else
    [l, nl] = adaptive(f, a, m, tol/2);
    [r, nr] = adaptive(f, m, b, tol/2);
    s = l + r; n = nl + nr;
  end
end
f = @(x) exp(-x.^2);
ref = quad(f, 0, 1);
printf("%.10f\n", ref);
for n = [2 4 8 16]
  printf("%2d %.3e %.3e\n", n, trapezoid(f, 0, 1, n) - ref, simpson(f, 0, 1, n) - ref);
end
R = romberg(f, 0, 1, 5)
[x, w] = gauss(3)
for n = 1:5
  [x, w] = gauss(n);
  printf("%d %.10f\n", n, 0.5*sum(w.*f((x + 1)/2)));
end
[s, n] = adaptive(@(x) sqrt(x), 0, 1, 1e-6);
printf("%.7f with %d pieces\n", s, n);
trapz([0 1 2 4], [0 1 4 16])
cumtrapz([1 2 3 4])
g = @(x, y) x.*y + sin(x);
[X, Y] = meshgrid(linspace(0, 1, 11), linspace(0, 2, 11));
printf("%.6f\n", trapz(linspace(0, 2, 11), trapz(linspace(0, 1, 11), g(X, Y), 2)));
printf("%.8f\n", quad(@(x) x.^2, 0, 3));
