% Poles with their multiplicities.
function [m, n] = mpoles(p, tol, reorder)
  if nargin < 1
    print_usage();
  end
  if nargin < 2 || isempty(tol)
    tol = 0.001;
  end
  if nargin < 3 || isempty(reorder)
    reorder = true;
  end
  p = p(:);
  count = numel(p);
  if reorder
    [~, order] = sort(abs(p), 'descend');
    p = p(order);
  else
    order = (1:count)';
  end
  m = zeros(count, 1);
  n = zeros(count, 1);
  left = (1:count)';
  filled = 0;
  while ~isempty(left)
    pole = p(left(1));
    scale = abs(pole);
    if scale == 0
      scale = 1;
    end
    near = abs(p(left) - pole) <= tol * scale;
    near(1) = true;
    group = left(near);
    m(filled + 1:filled + numel(group)) = (1:numel(group))';
    n(filled + 1:filled + numel(group)) = order(group);
    filled += numel(group);
    left = left(~near);
  end
end
