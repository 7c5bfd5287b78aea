% Heat in a plate whose left side is hot, on a 400x400 grid.
n = 400;
u = zeros(n);
v = zeros(n);
for i = 1:n
  u(i, 1) = 100;
  v(i, 1) = 100;
end
for step = 1:50
  for j = 2:n-1
    for i = 2:n-1
      v(i, j) = u(i, j) + 0.1 * (u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1) - 4 * u(i, j));
    end
  end
  for j = 2:n-1
    for i = 2:n-1
      u(i, j) = v(i, j);
    end
  end
end
printf("after %d steps: corner %.14f, mean %.14f\n", step, u(2, 2), mean(u(:)));
