% The best of what can be carried.
w = [1 3 4 5]; v = [1 4 5 7]; cap = 7;
best = zeros(numel(w) + 1, cap + 1);
for k = 1:numel(w)
  for c = 0:cap
    best(k + 1, c + 1) = best(k, c + 1);
    if w(k) <= c
      best(k + 1, c + 1) = max(best(k + 1, c + 1), best(k, c - w(k) + 1) + v(k));
    end
  end
end
best, best(end)
