% Least squares: normal equations, QR, the backslash, polyfit, and a fit with more than one model.
t = (0:9)';
y = [2.9 2.7 4.8 5.3 7.1 7.6 7.7 7.6 9.4 9.0]';
A = [ones(size(t)) t];
c1 = (A'*A) \ (A'*y)
c2 = A \ y
[Q, R] = qr(A, 0);
c3 = R \ (Q'*y)
p = polyfit(t, y, 1)
res = y - A*c2;
printf("sum of squares %.6f, R^2 %.6f\n", sum(res.^2), 1 - sum(res.^2)/sum((y - mean(y)).^2));
B = [ones(size(t)) t t.^2];
c = B \ y;
printf("%.5f + %.5f t + %.5f t^2\n", c);
pinv(A)*y - c2 < 1e-12
models = {@(t) ones(size(t)), @(t) t, @(t) sqrt(t), @(t) sin(t)};
for k = 1:numel(models)
  M = [];
  for j = 1:k
    M = [M, models{j}(t)];
  end
  x = M \ y;
  printf("%d terms: rms %.6f, rank %d\n", k, sqrt(mean((y - M*x).^2)), rank(M));
end
% A weighted fit and covariance.
w = diag(1:10);
cw = (A'*w*A) \ (A'*w*y)
S = inv(A'*A) * sum(res.^2)/8
se = sqrt(diag(S))'
yhat = polyval(p, [10 11])
