% Values that differ by more than a tolerance.
function [c, ia, ic] = uniquetol(A, varargin)
  if nargin < 1
    print_usage();
  end
  if isa(A, 'single')
    tol = 1e-6;
  else
    tol = 1e-12;
  end
  if numel(varargin) > 0 && isnumeric(varargin{1})
    tol = varargin{1};
  end
  scale = max(abs(A(~isinf(A))(:)));
  if isempty(scale)
    scale = 1;
  end
  [sorted, order] = sort(A(:));
  keep = false(size(sorted));
  group = zeros(size(sorted));
  last = NaN;
  number = 0;
  for k = 1:numel(sorted)
    if ~(abs(sorted(k) - last) <= tol * scale || sorted(k) == last)
      keep(k) = true;
      last = sorted(k);
      number++;
    end
    group(k) = number;
  end
  c = sorted(keep);
  ia = order(keep);
  ic = zeros(size(sorted));
  ic(order) = group;
  if size(A, 1) == 1
    c = c.';
  end
end
