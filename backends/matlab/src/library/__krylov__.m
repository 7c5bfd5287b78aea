% What iterative solvers have in common: the operator and the preconditioner as functions, the tolerance, the number of steps (no more than
% `most` and the unknowns unless it is said), and where to begin.
function [apply, condition, tol, maxit, x] = __krylov__(A, b, most, tol, maxit, M1, M2, x0, varargin)
  if nargin < 4 || isempty(tol)
    tol = 1e-6;
  end
  if nargin < 5 || isempty(maxit)
    maxit = min(most, numel(b));
  end
  apply = operator(A);
  condition = @(v) v;
  if nargin > 5 && ~isempty(M1)
    first = solver(M1);
    condition = first;
    if nargin > 6 && ~isempty(M2)
      second = solver(M2);
      condition = @(v) second(first(v));
    end
  end
  x = zeros(size(b));
  if nargin > 7 && ~isempty(x0)
    x = x0;
  end
end

function f = operator(A)
  if isnumeric(A)
    f = @(v) A * v;
  elseif ischar(A)
    f = str2func(A);
  else
    f = A;
  end
end

function f = solver(M)
  if isnumeric(M)
    f = @(v) M \ v;
  else
    f = M;
  end
end
