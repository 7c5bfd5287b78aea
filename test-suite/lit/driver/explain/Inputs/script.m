n = 400;
u = zeros(n);
v = zeros(n);
for j = 2:n-1
  for i = 2:n-1
    v(i, j) = u(i, j) + u(i-1, j);
  end
end
disp(v(2, 2))
