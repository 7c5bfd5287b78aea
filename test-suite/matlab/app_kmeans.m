% k-means, nearest neighbours, principal components, standard scores.
X = [1 2; 1.5 1.8; 5 8; 8 8; 1 0.6; 9 11; 8 2; 10 2; 9 3];
k = 3;
C = X([1 3 7], :);
for it = 1:20
  D = zeros(rows(X), k);
  for j = 1:k
    D(:,j) = sum((X - C(j,:)).^2, 2);
  end
  [~, label] = min(D, [], 2);
  N = C;
  for j = 1:k
    N(j,:) = mean(X(label == j, :), 1);
  end
  if norm(N - C) < 1e-10, break; end
  C = N;
end
it
label'
C
inertia = sum(min(D, [], 2))
% Nearest neighbours.
q = [2 1; 7 3];
for i = 1:2
  [d, o] = sort(sqrt(sum((X - q(i,:)).^2, 2)));
  printf("%d %d %d  %.4f\n", o(1:3), d(1));
end
% Principal components.
M = X - mean(X);
S = cov(X)
[V, L] = eig(S);
[l, o] = sort(diag(L), 'descend');
V = V(:, o);
V = V .* sign(V(1,:));
explained = 100*l/sum(l)
scores = M*V;
printf("%8.4f %8.4f\n", scores');
[U, s, W] = svd(M, 0);
disp(abs(diag(s).^2/(rows(X)-1) - l) < 1e-10)
Z = zscore(X);
printf("%.4f ", mean(Z), std(Z)); printf("\n");
corr(X(:,1), X(:,2))
corrcoef(X)
