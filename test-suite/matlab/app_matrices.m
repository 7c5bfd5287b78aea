% Spirals, rotations, magic squares, Kronecker products, block matrices, determinants by recursion.
1;
function S = spiral(n)
  S = zeros(n);
  r = 1; c = 0; d = [0 1];
  for k = 1:n^2
    q = [r c] + d;
    if any(q < 1) || any(q > n) || S(q(1), q(2))
      d = [d(2) -d(1)];
      q = [r c] + d;
    end
    r = q(1); c = q(2);
    S(r, c) = k;
  end
end
function d = laplace(A)
  if isscalar(A), d = A; return; end
  d = 0;
  for j = 1:columns(A)
    M = A(2:end, [1:j-1, j+1:end]);
    d += (-1)^(j+1) * A(1,j) * laplace(M);
  end
end
spiral(4)
rot90(spiral(3))
A = reshape(1:12, 3, 4)
A(:, end:-1:1)
fliplr(A), flipud(A), A'
circshift(A, 1, 2)
triu(magic(4)), tril(magic(4), -1)
M = magic(4);
[sum(M); sum(M, 2)'; cumsum(diag(M))']
[trace(M) sum(diag(fliplr(M)))]
laplace([2 0 1; 1 3 2; 1 1 4])
det([2 0 1; 1 3 2; 1 1 4])
kron([1 2; 3 4], eye(2))
blkdiag([1 2], 3, [4; 5])
toeplitz(1:4), hankel(1:3), vander([2 3 4])
B = [eye(2) zeros(2,1); ones(1, 3)]
any(B), all(B), find(B)'
B(2,:) = []
B(:, [true false true])
rank(magic(4)), null([1 1; 1 1]), orth([1 0; 0 0])
[r, c, v] = find([0 3; 5 0]);
[r c v]
max(A, [], 2)', min(A(:)), mean(A), median(A, 2)'
repmat([1 2; 3 4], 1, 2)
cat(3, [1 2], [3 4])
permute(cat(3, [1 2], [3 4]), [3 2 1])
squeeze(sum(ones(2, 3, 4), 1))
isequal(A, A + 0), issquare(M), isvector(A(1,:))
inv([4 7; 2 6])
expm(zeros(2)), norm(expm([0 1; -1 0]) - [cos(1) sin(1); -sin(1) cos(1)]) < 1e-14
