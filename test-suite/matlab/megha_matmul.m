% Product of two matrices by loops.
n = 15;

function c = product(a, b)
  [rows, inner] = size(a);
  columns = size(b, 2);
  c = zeros(rows, columns);
  for i = 1:rows
    for j = 1:columns
      total = 0;
      for k = 1:inner
        total = total + a(i, k) * b(k, j);
      end
      c(i, j) = total;
    end
  end
end

a = zeros(n, n);
b = zeros(n, n);
for j = 1:n
  for i = 1:n
    a(i, j) = mod(3 * i + 5 * j, 17) / 16 - 0.5;
    b(i, j) = mod(7 * i - 2 * j, 13) / 12 - 0.4;
  end
end
c = product(a, b);
fprintf('%.15g\n', sum(c(:)), sum(diag(c)), c(2, end), max(abs(c(:))));
