% The matrix that takes vech(A) to vec(A) of a symmetric matrix.
function d = duplication_matrix(n)
  if nargin < 1
    print_usage();
  end
  if ~(isscalar(n) && n == round(n) && n > 0)
    error('duplication_matrix: N must be a positive integer');
  end
  places = zeros(n);
  places(tril(true(n))) = 1:n * (n + 1) / 2;
  places = places + tril(places, -1)';
  d = zeros(n * n, n * (n + 1) / 2);
  for at = 1:n * n
    d(at, places(at)) = 1;
  end
end
