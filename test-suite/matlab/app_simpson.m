% Integrals by Simpson's rule, and how fast they become exact.
f = @(x) exp(x); exact = e - 1; old = 0;
for n = [2 4 8 16]
  h = 1 / n; x = 0:h:1; w = [1, repmat([4 2], 1, n / 2 - 1), 4, 1];
  s = h / 3 * sum(w .* f(x)); err = abs(s - exact);
  if old, printf('%2d %.8f %.2e %.1f\n', n, s, err, old / err); else, printf('%2d %.8f %.2e\n', n, s, err); end
  old = err;
end
