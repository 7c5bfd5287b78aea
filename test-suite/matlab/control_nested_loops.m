% Loops in loops, and ways out of them.
for i = 1:4
  for j = 1:4
    if j > i, break, end
    if mod(i + j, 2), continue, end
    printf('(%d,%d) ', i, j);
  end
end
printf('\n'); i, j
k = 0; while true
  k++;
  if k == 3, continue, elseif k > 5, break, end
  switch k
    case {1, 2}, printf('a');
    case 4, printf('b');
    otherwise, printf('c');
  end
end
printf('\n'); k
n = 27; steps = 0; while n ~= 1, if mod(n, 2), n = 3 * n + 1; else, n /= 2; end, steps++; end, steps
for x = [1 2; 3 4], x', end
for k = 3:1, disp('never'), end, k
total = 0; for v = {1, 2, 3}, total += v{1}; end, total
do, total -= 2; until total < 0
total
