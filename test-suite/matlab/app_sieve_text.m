% Primes in rows of ten.
n = 100; is = true(1, n); is(1) = false;
for k = 2:sqrt(n)
  if is(k), is(k * k:k:n) = false; end
end
p = find(is);
for k = 1:10:numel(p)
  printf('%4d', p(k:min(k + 9, end))); printf('\n');
end
isequal(p, primes(n))
