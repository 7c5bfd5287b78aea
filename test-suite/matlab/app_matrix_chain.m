% Dynamic programming: matrix chains, longest common subsequences, coin change, edit distances, knapsacks.
1;
function [m, s] = chain(d)
  n = numel(d) - 1;
  m = zeros(n); s = zeros(n);
  for len = 2:n
    for i = 1:n-len+1
      j = i + len - 1;
      m(i,j) = Inf;
      for k = i:j-1
        q = m(i,k) + m(k+1,j) + d(i)*d(k+1)*d(j+1);
        if q < m(i,j)
          m(i,j) = q; s(i,j) = k;
        end
      end
    end
  end
end
function t = parens(s, i, j)
  if i == j
    t = char('A' + i - 1);
  else
    t = ['(' parens(s, i, s(i,j)) parens(s, s(i,j)+1, j) ')'];
  end
end
function out = lcs(a, b)
  L = zeros(numel(a)+1, numel(b)+1);
  for i = 1:numel(a)
    for j = 1:numel(b)
      if a(i) == b(j)
        L(i+1,j+1) = L(i,j) + 1;
      else
        L(i+1,j+1) = max(L(i,j+1), L(i+1,j));
      end
    end
  end
  out = '';
  i = numel(a); j = numel(b);
  while i > 0 && j > 0
    if a(i) == b(j)
      out = [a(i) out]; i--; j--;
    elseif L(i,j+1) >= L(i+1,j)
      i--;
    else
      j--;
    end
  end
end
function d = levenshtein(a, b)
  D = zeros(numel(a)+1, numel(b)+1);
  D(:,1) = 0:numel(a); D(1,:) = 0:numel(b);
  for i = 1:numel(a)
    for j = 1:numel(b)
      D(i+1,j+1) = min([D(i,j+1)+1, D(i+1,j)+1, D(i,j) + (a(i) ~= b(j))]);
    end
  end
  d = D(end);
end
[m, s] = chain([30 35 15 5 10 20 25])
disp(parens(s, 1, 6))
lcs('AGGTABQXYZ', 'GXTXAYBZ')
for w = {'kitten', 'sunday', 'flaw'; 'sitting', 'saturday', 'lawn'}
  printf("%s -> %s: %d\n", w{1}, w{2}, levenshtein(w{1}, w{2}));
end
% Coins.
coins = [1 5 10 25]; n = 41;
best = [0 inf(1, n)];
for a = 1:n
  for c = coins(coins <= a)
    best(a+1) = min(best(a+1), best(a-c+1) + 1);
  end
end
best([1 6 12 31 42])
% Knapsack.
value = [60 100 120 30]; weight = [1 2 3 2]; W = 5;
K = zeros(numel(value)+1, W+1);
for i = 1:numel(value)
  for w = 0:W
    K(i+1,w+1) = K(i,w+1);
    if weight(i) <= w
      K(i+1,w+1) = max(K(i+1,w+1), K(i,w+1-weight(i)) + value(i));
    end
  end
end
K
taken = []; w = W;
for i = numel(value):-1:1
  if K(i+1,w+1) ~= K(i,w+1)
    taken(end+1) = i; w -= weight(i);
  end
end
taken
