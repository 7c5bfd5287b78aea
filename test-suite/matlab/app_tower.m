% Disks from one peg to another.
1;
function n = move(k, from, to, via)
  if k == 0, n = 0; return, end
  n = move(k - 1, from, via, to);
  if k == 3, printf('%s -> %s\n', from, to); end
  n += 1 + move(k - 1, via, to, from);
end
move(3, 'A', 'C', 'B'), move(10, 'A', 'C', 'B')
