% Partial fractions of a quotient of polynomials, or the quotient of partial fractions.
function [r, p, k, e] = residue(b, a, varargin)
  if nargin < 2 || nargin > 4
    print_usage();
  end
  if nargin >= 3
    [r, p] = quotient(b, a, varargin{:});
    return
  end
  b = trimmed(b) / first(a);
  a = trimmed(a) / first(a);
  p = roots(a);
  [e, order] = mpoles(p, 0.001, true);
  p = together(p(order), e);
  k = [];
  if numel(b) >= numel(a)
    [k, b] = deconv(b, a);
    b = b(end - numel(a) + 2:end);
  end
  count = numel(p);
  if count == 0
    r = [];
    return
  end
  parts = zeros(count);
  for at = 1:count
    others = [1];
    used = false(count, 1);
    % The pole's factors that this fraction has below its line.
    group = at - e(at) + 1;
    used(group:at) = true;
    others = poly(p(~used));
    parts(:, at) = [zeros(count - numel(others), 1); others(:)];
  end
  right = [zeros(count - numel(b), 1); b(:)];
  r = parts \ right;
  if isreal(p)
    r = real(r);
  end
end

function value = first(a)
  value = a(find(a ~= 0, 1));
end

function a = trimmed(a)
  at = find(a ~= 0, 1);
  if isempty(at)
    a = 0;
  else
    a = reshape(a(at:end), 1, []);
  end
end

% Equal poles are their mean.
function p = together(p, e)
  starts = find(e == 1);
  ends = [starts(2:end) - 1; numel(p)];
  for at = 1:numel(starts)
    p(starts(at):ends(at)) = mean(p(starts(at):ends(at)));
  end
  small = abs(real(p)) < 1e-7 * abs(p);
  p(small) = i * imag(p(small));
  if all(abs(imag(p)) < 1e-7 * abs(p) | p == 0)
    p = real(p);
  end
end

function [b, a] = quotient(r, p, k, e)
  if nargin < 3
    k = [];
  end
  if nargin < 4
    [e, order] = mpoles(p, 0.001, false);
    p = p(order);
    r = r(order);
  end
  count = numel(p);
  a = poly(p);
  b = zeros(1, count);
  for at = 1:count
    used = false(count, 1);
    used(at - e(at) + 1:at) = true;
    part = poly(p(~used));
    b += r(at) * [zeros(1, count - numel(part)), part];
  end
  if ~isempty(k)
    whole = conv(a, reshape(k, 1, []));
    b = [zeros(1, numel(whole) - numel(b)), b] + whole;
  end
  b = trimmed(b);
end
