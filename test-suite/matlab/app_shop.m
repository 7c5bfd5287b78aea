% A queue at a till: arrivals from a seeded generator by hand, service, statistics, a histogram.
1;
function [x, s] = lcg(s)
  s = mod(16807*s, 2147483647);
  x = s/2147483647;
end
s = 2024;
n = 12;
arrive = zeros(1, n); serve = zeros(1, n);
t = 0;
for k = 1:n
  [u, s] = lcg(s); t = t - 3*log(u); arrive(k) = t;
  [u, s] = lcg(s); serve(k) = 1 + 3*u;
end
start = zeros(1, n); finish = zeros(1, n);
for k = 1:n
  if k == 1, start(k) = arrive(k); else start(k) = max(arrive(k), finish(k-1)); end
  finish(k) = start(k) + serve(k);
end
wait = start - arrive;
printf("%2d %7.2f %7.2f %7.2f %6.2f\n", [1:n; arrive; start; finish; wait]);
printf("mean wait %.3f, utilization %.1f%%\n", mean(wait), 100*sum(serve)/finish(end));
len = arrayfun(@(t) sum(arrive <= t & finish > t), 0:5:30)
events = sortrows([arrive', ones(n, 1); finish', -ones(n, 1)]);
longest = max(cumsum(events(:, 2)))
% Two tills.
free = [0 0]; w2 = zeros(1, n);
for k = 1:n
  [f, j] = min(free);
  b = max(arrive(k), f);
  w2(k) = b - arrive(k);
  free(j) = b + serve(k);
end
printf("with two tills %.3f\n", mean(w2));
bar = @(x) repmat('=', 1, round(4*x));
for k = find(wait > 0)
  printf("%2d %s\n", k, bar(wait(k)));
end
basket = {'milk', 2, 0.99; 'bread', 1, 2.49; 'eggs', 12, 0.25};
for k = 1:rows(basket)
  printf("%-6s x%-3d %6.2f\n", basket{k,:});
end
total = sum([basket{:,2}] .* [basket{:,3}])
change = 20 - total;
for d = [10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01]
  c = floor(change/d + 1e-9);
  if c > 0, printf("%g x %d, ", d, c); change -= c*d; end
end
printf("\n");
