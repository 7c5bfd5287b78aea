% Zeros of systems of equations: Newton's steps within a region of trust.
function [x, fval, info, output, fjac] = fsolve(fcn, x0, options)
  if nargin < 2
    print_usage();
  end
  if nargin < 3
    options = struct();
  end
  if ischar(fcn)
    fcn = str2func(fcn);
  end
  has_jacobian = strcmpi(optimget(options, 'Jacobian', 'off'), 'on');
  most = optimget(options, 'MaxIter', 400);
  most_calls = optimget(options, 'MaxFunEvals', Inf);
  tolx = optimget(options, 'TolX', 1e-6);
  tolf = optimget(options, 'TolFun', 1e-6);
  extents = size(x0);
  x = x0(:);
  f = value(fcn, x, extents);
  calls = 1;
  rounds = 0;
  info = 0;
  fjac = [];
  trust = norm(x);
  if trust == 0
    trust = 1;
  end
  while info == 0 && rounds < most && calls < most_calls
    if norm(f) == 0
      info = 1;
      break
    end
    if has_jacobian
      [~, fjac] = fcn(reshape(x, extents));
      calls++;
    else
      fjac = differences(fcn, x, f, extents);
      calls += numel(x);
    end
    rounds++;
    accepted = false;
    while ~accepted
      step = dogleg(fjac, f, trust);
      next = value(fcn, x + step, extents);
      calls++;
      gain = (norm(f) - norm(next)) / max(norm(f) - norm(f + fjac * step), realmin);
      if gain < 0.1
        trust = norm(step) / 2;
      elseif gain > 0.7
        trust = max(trust, 2 * norm(step));
      end
      accepted = norm(next) < norm(f);
      if ~accepted && norm(step) <= tolx * max(norm(x), tolx)
        break
      end
    end
    if accepted
      x += step;
      f = next;
    end
    if norm(f) <= tolf * numel(f) * norm(x)
      info = 1;
    elseif ~accepted
      info = -3;
    elseif norm(step) <= tolx * norm(x)
      info = 2;
    end
  end
  x = reshape(x, extents);
  fval = fcn(x);
  output = struct('iterations', rounds, 'successful', rounds, 'funcCount', calls);
end

function f = value(fcn, x, extents)
  f = fcn(reshape(x, extents));
  f = f(:);
end

function J = differences(fcn, x, f, extents)
  J = zeros(numel(f), numel(x));
  for k = 1:numel(x)
    h = sqrt(eps) * abs(x(k));
    if h == 0
      h = sqrt(eps);
    end
    moved = x;
    moved(k) += h;
    J(:, k) = (value(fcn, moved, extents) - f) / (moved(k) - x(k));
  end
end

% Newton's step, or one on the way from steepest descent to it, no longer than `trust`.
function step = dogleg(J, f, trust)
  if rcond(J' * J) < eps * eps
    newton = -pinv(J) * f;
  else
    newton = -(J \ f);
  end
  if norm(newton) <= trust
    step = newton;
    return
  end
  g = -(J' * f);
  descent = g * (g' * g) / max(norm(J * g) ^ 2, realmin);
  if norm(descent) >= trust
    step = trust * descent / norm(descent);
    return
  end
  way = newton - descent;
  a = way' * way;
  b = 2 * descent' * way;
  c = descent' * descent - trust ^ 2;
  step = descent + way * (-b + sqrt(max(b ^ 2 - 4 * a * c, 0))) / (2 * a);
end
