% The same in loops.
n = 200; hits = 0; misses = 0;
x = zeros(1, 8);
for k = 1:n
  x(mod(k, 8) + 1) = NaN;
  if any(x), hits += 1; else, misses += 1; end
  if k == 100, x = [0 0 0 1 0 0 0 0]; end
end
hits, misses
