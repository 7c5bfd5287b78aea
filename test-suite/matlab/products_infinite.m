% Complex matrices with infinities, by real ones: the parts are multiplied by themselves, but for thin factors.
for s = {[100 1 100], [100 10 100], [100 11 100], [19 1 19], [20 2 20], [20 3 20], [30 4 100], [9 1 9], [1 1 5], [100 1 5], [1 3 1], [3 3 3]}
  [m, k, n] = deal(s{1}(1), s{1}(2), s{1}(3));
  M = complex(Inf(m, k), zeros(m, k));
  R = 2 * ones(k, n);
  P = M * R;
  Q = 2 * ones(m, k) * complex(Inf(k, n), zeros(k, n));
  printf('%d %d %d: %d %d\n', m, k, n, any(isnan(imag(P(:)))), any(isnan(imag(Q(:)))));
end
x = complex([Inf 1], 2) * [1; 2]
z = [1 2; 3 4] * complex([-Inf; 1], [1; -0])
w = single([1 2; 3 4]) * complex(single([Inf; 1]), single([1; 2]))
A = [1 2; 3 4] / 3;
B = A * (A + 2i)
C = (A - 1i) * A'
