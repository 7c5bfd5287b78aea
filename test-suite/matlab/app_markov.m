% Markov chains: powers, stationary distributions, absorbing chains, a ranking of pages.
P = [0.9 0.075 0.025; 0.15 0.8 0.05; 0.25 0.25 0.5];
sum(P, 2)'
P^2
x = [0 1 0];
for k = 1:5
  x = x*P;
  printf("%d: %.6f %.6f %.6f\n", k, x);
end
A = [P' - eye(3); ones(1, 3)];
pi_ = A \ [0; 0; 0; 1]
[V, D] = eig(P');
[~, k] = max(real(diag(D)));
v = V(:,k)/sum(V(:,k));
norm(v - pi_) < 1e-10
% The gambler's ruin.
n = 4; p = 0.4;
T = zeros(n+1); T(1,1) = T(end,end) = 1;
for i = 2:n
  T(i,i+1) = p; T(i,i-1) = 1 - p;
end
T
Q = T(2:n, 2:n); R = T(2:n, [1 n+1]);
F = inv(eye(n-1) - Q)
B = F*R
t = F*ones(n-1, 1)
% Pages.
L = [0 1 1 0; 0 0 1 0; 1 0 0 0; 0 0 1 0];
M = L ./ sum(L, 2);
d = 0.85;
G = d*M' + (1 - d)/4*ones(4);
r = ones(4, 1)/4;
for k = 1:100
  s = G*r;
  if norm(s - r, 1) < 1e-12, break; end
  r = s;
end
printf("%.6f\n", r);
[~, order] = sort(r, 'descend');
order'
% Weather in words.
states = {'sunny', 'cloudy', 'rainy'};
[~, best] = max(P, [], 2);
for i = 1:3
  printf("after %-6s most likely %s\n", states{i}, states{best(i)});
end
