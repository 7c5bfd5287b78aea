% Runs of letters, and back.
s = 'aaabccdddd';
[t, n] = deal('', []);
k = 1;
while k <= length(s)
  r = find([s(k:end), char(0)] ~= s(k), 1) - 1;
  t(end + 1) = s(k); n(end + 1) = r; k += r;
end
t, n, repelem(t, n), strcmp(repelem(t, n), s), sprintf('%c%d', [double(t); n])
