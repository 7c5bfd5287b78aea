% How many changes make one word of another.
1;
function d = distance(a, b)
  D = zeros(length(a) + 1, length(b) + 1);
  D(:, 1) = 0:length(a); D(1, :) = 0:length(b);
  for i = 1:length(a)
    for j = 1:length(b)
      D(i + 1, j + 1) = min([D(i, j + 1) + 1, D(i + 1, j) + 1, D(i, j) + (a(i) ~= b(j))]);
    end
  end
  d = D(end);
end
distance('kitten', 'sitting'), distance('', 'abc'), distance('same', 'same')
