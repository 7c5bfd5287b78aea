% Minima and maxima of zeros of either sign and of NaN, where the sign of zero may matter and where it cannot.
1;

function r = choices(v, w, n)
  r = zeros(n, 12);
  cost = 0;
  sign = -0;
  for i = 1:n
    a = v(i);
    b = w(i);
    r(i, 1) = 1 / min([a, b]);
    r(i, 2) = 1 / max([a, b]);
    r(i, 3) = 1 / min([a + cost, b + cost]);
    r(i, 4) = 1 / max([b + cost, abs(a)]);
    r(i, 5) = 1 / min([a + sign, b + sign]);
    r(i, 6) = 1 / min(a + sign, b);
    r(i, 7) = 1 / max(cost - a, cost - b);
    r(i, 8) = 1 / min(a - cost, b - cost);
    r(i, 9) = min([a + 1, b + 1, 3]);
    r(i, 10) = 1 / max(abs(a), abs(b));
    r(i, 11) = max(NaN, abs(a));
    r(i, 12) = 1 / min([max(a + 1, b + 1) - 1, sign, a]);
  end
end

% Each needs the one before.
function d = distances(s, t)
  d = zeros(numel(s) + 1, numel(t) + 1);
  for j = 1:numel(t)
    for i = 1:numel(s)
      d(i+1, j+1) = min([d(i, j+1) + 1, d(i+1, j) + t(j), d(i, j) + (s(i) != t(j))]);
    end
  end
end

v = [0 -0 0 -0 NaN NaN 1 -1 Inf -Inf NaN];
w = [-0 0 0 -0 0 NaN NaN 0 NaN 1 -0];
disp(choices(v, w, numel(v)))
d = distances([1 NaN 2 -1 0 -1], [-1 -1 NaN 3 -0])
