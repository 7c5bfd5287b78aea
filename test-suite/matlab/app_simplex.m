% The simplex method with a tableau, a transport heuristic, the Hungarian problem by brute force.
1;
function [x, z, T] = simplex(A, b, c)
  [m, n] = size(A);
  T = [A, eye(m), b; -c, zeros(1, m), 0];
  basis = n + (1:m);
  while true
    [v, j] = min(T(end, 1:end-1));
    if v >= -1e-12, break; end
    ratio = inf(m, 1);
    ok = T(1:m, j) > 1e-12;
    ratio(ok) = T(ok, end) ./ T(ok, j);
    [q, i] = min(ratio);
    if isinf(q), error('unbounded'); end
    T(i,:) = T(i,:) / T(i,j);
    for k = [1:i-1, i+1:m+1]
      T(k,:) = T(k,:) - T(k,j)*T(i,:);
    end
    basis(i) = j;
  end
  x = zeros(n, 1);
  for k = 1:m
    if basis(k) <= n, x(basis(k)) = T(k,end); end
  end
  z = T(end,end);
end
[x, z, T] = simplex([2 1; 1 1; 1 0], [18; 12; 5], [3 2])
try
  simplex([-1 1], 1, [1 1]);
catch e
  disp(e.message);
end
[x, z] = simplex([1 1 1; 2 1 0; 0 1 3], [10; 8; 15], [5 4 6])
% North-west corner.
supply = [20 30 25]; demand = [10 28 27 10];
cost = [4 5 6 7; 3 8 2 5; 9 1 4 3];
X = zeros(3, 4); i = 1; j = 1;
s = supply; d = demand;
while i <= 3 && j <= 4
  X(i,j) = min(s(i), d(j));
  s(i) -= X(i,j); d(j) -= X(i,j);
  if s(i) == 0, i++; else j++; end
end
X
total = sum(sum(X.*cost))
% Assignment.
C = [9 2 7 8; 6 4 3 7; 5 8 1 8; 7 6 9 4];
P = perms(1:4);
w = zeros(rows(P), 1);
for k = 1:rows(P)
  w(k) = sum(C(sub2ind([4 4], 1:4, P(k,:))));
end
[m, k] = min(w);
printf("%d: %s\n", m, mat2str(P(k,:)));
