% Minima and maxima that loops update: of equal values the second argument stays, and NaN counts for nothing.
1;
function [u, c, d, e] = relax(u, c0)
  c = c0; d = 5; e = -Inf;
  for j = 2:columns(u)-1
    for i = 2:rows(u)-1
      step = 0.4 * (u(i, j+1) + u(i, j-1) + u(i+1, j) + u(i-1, j) - 4 * u(i, j));
      u(i, j) = u(i, j) + step;
      c = max(c, abs(step));
      d = min(step, d);
      if u(i, j) > e
        e = u(i, j);
      end
    end
  end
end
function [most, least, rows_] = all_of(A)
  most = -Inf; least = Inf; rows_ = zeros(1, rows(A));
  for i = 1:rows(A)
    here = 0;
    for j = 1:columns(A)
      most = max(A(i, j), most);
      least = min(least, A(i, j));
      here = max(here, A(i, j) - 1);
    end
    rows_(i) = here;
  end
end
for c0 = [0, NaN, -Inf, 3]
  u = reshape(mod((1:900) * 7, 51), 30, 30);
  for k = 1:3
    [u, c, d, e] = relax(u, c0);
    printf('%.17g %.17g %.17g %.17g\n', c, d, e, sum(u(:)));
  end
  u = zeros(12, 12); u(5, 5) = -0;
  [u, c, d, e] = relax(u, -0);
  printf('%g %g %g\n', 1 / c, 1 / d, 1 / e);
  u(7, 7) = NaN;
  [u, c, d, e] = relax(u, c0);
  printf('%g %g %g\n', c, d, e);
end
[m, l, r] = all_of(magic(6))
[m, l, r] = all_of([NaN 2; -0 0; 1 NaN])
[m, l] = all_of(zeros(0, 3))
[m, l] = all_of([0 -0]); disp([1 / m, 1 / l])
[m, l] = all_of([-0 0]); disp([1 / m, 1 / l])
