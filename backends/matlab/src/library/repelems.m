% Elements of a vector, each as often as the second row says.
function y = repelems(x, r)
  if nargin ~= 2
    print_usage();
  end
  counts = r(2, :);
  if any(counts < 0)
    error('repelems: second row must contain non-negative numbers');
  end
  at = zeros(1, sum(counts));
  next = 1;
  for k = 1:size(r, 2)
    at(next:next + counts(k) - 1) = r(1, k);
    next += counts(k);
  end
  y = x(at);
  if ~isempty(y)
    y = reshape(y, 1, []);
  end
end
