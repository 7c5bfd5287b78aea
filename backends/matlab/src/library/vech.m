% The lower triangle of a square matrix as a column.
function v = vech(x)
  if nargin < 1
    print_usage();
  end
  if ~issquare(x)
    error('vech: X must be square');
  end
  v = x(tril(true(size(x))));
end
