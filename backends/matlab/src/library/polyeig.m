% Eigenvalues of a polynomial of matrices.
function [z, v] = polyeig(varargin)
  if nargin < 1
    print_usage();
  end
  n = size(varargin{1}, 1);
  for k = 1:nargin
    if ~issquare(varargin{k})
      error('polyeig: coefficients must be square matrices');
    elseif size(varargin{k}, 1) ~= n
      error('polyeig: coefficients must have the same dimensions');
    end
  end
  degree = nargin - 1;
  C = [varargin{1}, zeros(n, n * (degree - 1)); zeros(n * (degree - 1), n), eye(n * (degree - 1))];
  D = [-cell2mat(varargin(2:end)); eye(n * (degree - 1)), zeros(n * (degree - 1), n)];
  [vectors, values] = eig(C, D);
  if nargout < 2
    z = diag(values);
  else
    z = vectors(1:n, :);
    v = diag(values);
  end
end
