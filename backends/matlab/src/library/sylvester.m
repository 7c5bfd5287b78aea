% The solution of A*X + X*B = C.
function X = sylvester(A, B, C)
  if nargin ~= 3
    print_usage();
  end
  if size(A, 1) ~= size(A, 2)
    error('sylvester: A must be a square matrix');
  elseif size(B, 1) ~= size(B, 2)
    error('sylvester: B must be a square matrix');
  elseif size(A, 1) ~= size(C, 1) || size(B, 1) ~= size(C, 2)
    error('sylvester: nonconformant matrices');
  end
  system = kron(eye(size(B)), A) + kron(B.', eye(size(A)));
  X = reshape(system \ C(:), size(C));
end
