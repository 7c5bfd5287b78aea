% The 1-norm of a matrix.
function n = normest1(A, varargin)
  if nargin < 1
    print_usage();
  end
  n = norm(A, 1);
end
