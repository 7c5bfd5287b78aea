% The elements that are not zero.
function v = nonzeros(A)
  if nargin < 1
    print_usage();
  end
  v = A(A ~= 0);
  v = v(:);
end
