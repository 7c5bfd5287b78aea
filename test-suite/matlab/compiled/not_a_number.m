% Variables of loops that are no number at first.
1;
function s = largest(x)
  s = NaN;
  for k = 1:numel(x)
    t = x(k) - 0 * s;
    s = max(s, t);
    if s > 3
      s = NaN;
    end
  end
end
total = NaN; first = NaN;
for k = 1:200
  first = min(first, mod(k * 37, 101) - 50);
  if k == 150
    total = 0;
  end
  total = total + k;
end
disp([total, first, largest([1 2 3 4 -1 2])])
for k = NaN:3, disp(k), end
