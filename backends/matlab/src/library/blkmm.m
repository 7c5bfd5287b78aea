% Products of pages of matrices.
function C = blkmm(A, B)
  if nargin ~= 2
    print_usage();
  end
  extents = size(A);
  C = zeros([size(A, 1), size(B, 2), extents(3:end)]);
  for page = 1:prod(extents(3:end))
    C(:, :, page) = A(:, :, page) * B(:, :, page);
  end
end
