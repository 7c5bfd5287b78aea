% Edit distance of two texts.
n = 40;

function d = distances(s, t)
  n = length(s);
  m = length(t);
  d = zeros(n + 1, m + 1);
  for i = 1:n
    d(i+1, 1) = i;
  end
  for j = 1:m
    d(1, j+1) = j;
  end
  for j = 1:m
    for i = 1:n
      if s(i) == t(j)
        cost = 0;
      else
        cost = 1;
      end
      d(i+1, j+1) = min([d(i, j+1) + 1, d(i+1, j) + 1, d(i, j) + cost]);
    end
  end
end

k = 1:n;
s = char('a' + mod(floor(k .* k / 7), 26));
t = char('a' + mod(floor(k .* (k + 5) / 9), 26));
d = distances(s, t);
fprintf('%.15g\n', d(end, end), d(round(n / 2), round(n / 3)), sum(d(end, :)), sum(d(:)));
