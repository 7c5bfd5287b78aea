% The hull of points.
1;
function h = hull(p)
  p = sortrows(unique(p, 'rows')); h = [];
  for pass = 1:2
    part = [];
    for k = 1:rows(p)
      while rows(part) >= 2 && turn(part(end - 1, :), part(end, :), p(k, :)) <= 0, part(end, :) = []; end
      part(end + 1, :) = p(k, :);
    end
    h = [h; part(1:end - 1, :)]; p = flipud(p);
  end
end
function t = turn(a, b, c), t = (b(1) - a(1)) * (c(2) - a(2)) - (b(2) - a(2)) * (c(1) - a(1)); end
h = hull([0 0; 2 0; 2 2; 0 2; 1 1; 1 0; 0.5 1.5]), polyarea(h(:, 1), h(:, 2))
