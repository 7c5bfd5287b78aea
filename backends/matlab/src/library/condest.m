% The condition number of a matrix by its 1-norm.
function c = condest(A, varargin)
  if nargin < 1
    print_usage();
  end
  if size(A, 1) ~= size(A, 2)
    error('condest: A must be square');
  end
  c = norm(A, 1) * norm(inv(A), 1);
end
