% Sieves, factors, perfect numbers, Goldbach, Fermat and Euler's function.
1;
function p = sieve(n)
  is = true(1, n);
  is(1) = false;
  for k = 2:floor(sqrt(n))
    if is(k)
      is(k*k:k:n) = false;
    end
  end
  p = find(is);
end
function f = trial(n)
  f = [];
  d = 2;
  while d*d <= n
    while mod(n, d) == 0
      f(end+1) = d;
      n = n / d;
    end
    d = d + 1 + (d > 2);
  end
  if n > 1, f(end+1) = n; end
end
function r = power_mod(b, e, m)
  r = 1; b = mod(b, m);
  while e > 0
    if mod(e, 2), r = mod(r*b, m); end
    b = mod(b*b, m);
    e = floor(e/2);
  end
end
p = sieve(50)
isequal(p, primes(50))
for n = [60 97 360 1001 65536 99991]
  printf("%d = %s\n", n, strjoin(arrayfun(@num2str, trial(n), 'UniformOutput', false), ' * '));
end
perfect = [];
for n = 2:500
  d = 1:n-1;
  if sum(d(mod(n, d) == 0)) == n, perfect(end+1) = n; end
end
perfect
for n = 20:20:100
  p = sieve(n);
  k = find(ismember(n - p, p), 1);
  fprintf('%d = %d + %d\n', n, p(k), n - p(k));
end
phi = arrayfun(@(n) sum(gcd(1:n, n) == 1), 1:12)
printf("%d ", arrayfun(@(a) power_mod(a, 12, 13), 2:6)); printf("\n");
[g, x, y] = gcd(240, 46)
twin = p(diff(p) == 2)
