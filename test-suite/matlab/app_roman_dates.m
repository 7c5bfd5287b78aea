% Roman numerals, bases, weekdays, leap years, a calendar, durations.
1;
function s = roman(n)
  v = [1000 900 500 400 100 90 50 40 10 9 5 4 1];
  t = {'M', 'CM', 'D', 'CD', 'C', 'XC', 'L', 'XL', 'X', 'IX', 'V', 'IV', 'I'};
  s = '';
  for k = 1:numel(v)
    while n >= v(k)
      s = [s t{k}];
      n -= v(k);
    end
  end
end
function n = arabic(s)
  m = containers.Map({'I', 'V', 'X', 'L', 'C', 'D', 'M'}, [1 5 10 50 100 500 1000]);
  v = arrayfun(@(c) m(c), s);
  n = sum(v .* (1 - 2*[v(1:end-1) < v(2:end), false]));
end
function d = weekday_of(y, m, q)
  if m < 3, m += 12; y--; end
  k = mod(y, 100); j = floor(y/100);
  d = mod(q + floor(13*(m+1)/5) + k + floor(k/4) + floor(j/4) + 5*j, 7);
end
for n = [4 9 14 40 90 400 1987 2024 3999]
  r = roman(n);
  printf("%4d %-12s %4d\n", n, r, arabic(r));
end
days = {'Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'};
dates = [1969 7 20; 2000 1 1; 2024 2 29; 1789 7 14];
for d = dates'
  printf("%04d-%02d-%02d is a %s\n", d, days{weekday_of(d(1), d(2), d(3)) + 1});
end
leap = @(y) mod(y, 4) == 0 & (mod(y, 100) ~= 0 | mod(y, 400) == 0);
y = [1900 2000 2023 2024];
y(leap(y))
% A calendar page.
lengths = [31 28 31 30 31 30 31 31 30 31 30 31];
first = mod(weekday_of(2024, 3, 1) + 5, 7);
printf("     March 2024\n Mo Tu We Th Fr Sa Su\n%s", repmat('   ', 1, first));
for d = 1:lengths(3)
  printf("%3d", d);
  if mod(first + d, 7) == 0 || d == lengths(3), printf("\n"); end
end
sec = 100000;
printf("%d d %02d:%02d:%02d\n", floor(sec/86400), mod(floor(sec/3600), 24), mod(floor(sec/60), 60), mod(sec, 60));
dec2bin(37), dec2hex(255), bin2dec('100101'), hex2dec({'FF'; '1A'}), dec2base(100, 7)
base = @(n, b) dec2base(n, b);
printf("%s ", base(45, 2), base(45, 3), base(45, 16)); printf("\n");
collatz = [];
n = 27;
while n ~= 1
  if mod(n, 2), n = 3*n + 1; else n = n/2; end
  collatz(end+1) = n;
end
[numel(collatz) max(collatz)]
egcd = gcd(1071, 462), lcm(21, 6)
