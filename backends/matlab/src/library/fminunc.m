% A minimum of a function of several variables without bounds.
%
% A quasi-Newton method in a region of trust, as chapters 6 and 9 of Dennis and Schnabel,
% "Numerical Methods for Unconstrained Optimization and Nonlinear Equations", describe it:
% the second derivatives are estimated by the BFGS formula, damped as Powell proposed
% (Nocedal and Wright, "Numerical Optimization", procedure 18.2), and every trial step lies on
% Powell's dogleg path.  The numbers that steer the radius were found by tracing the calls that
% Octave 7.3 makes, and the order of the operations is the one that gives its last digits.
function [x, fval, info, output, grad, hess] = fminunc(fcn, x0, options = struct())
  if nargin < 2
    print_usage();
  end
  if ischar(fcn)
    fcn = str2func(fcn);
  end
  has_gradient = is_on(options, 'GradObj');
  checked = is_on(options, 'FunValCheck');
  central = strcmpi(optimget(options, 'FinDiffType', 'forward'), 'central');
  rescaled = is_on(options, 'AutoScaling');
  watcher = optimget(options, 'OutputFcn');
  most = optimget(options, 'MaxIter', 400);
  most_calls = optimget(options, 'MaxFunEvals', 100 * numel(x0));
  tolx = optimget(options, 'TolX', 1e-7);
  tolf = optimget(options, 'TolFun', 1e-7);
  shape = size(x0);
  x = x0(:);
  n = numel(x);
  typical = optimget(options, 'TypicalX', ones(n, 1));
  scale = 1 ./ typical(:);
  at = @(z) value(fcn, reshape(z, shape), checked);
  fval = at(x);
  grad = [];
  factor = eye(n);
  rounds = 1;
  successes = 0;
  calls = 0;
  info = 0;
  last_ratio = 0;
  radius = 0;
  if __stopped__(watcher, x, rounds, calls, fval, zeros(n, 1), 'init')
    info = -1;
  end
  while rounds < most && calls < most_calls && info == 0
    old_grad = grad;
    if has_gradient
      [~, grad] = fcn(reshape(x, shape));
      grad = grad(:);
      calls++;
    else
      [slopes, spent] = __differences__(at, x, fval, shape, typical, central);
      grad = slopes.';
      calls += spent;
    end
    if ~isempty(old_grad)
      factor = bfgs(factor, step, grad - old_grad);
    end
    if rescaled
      lengths = norm(factor, 'columns')';
      if rounds == 1
        scale = lengths;
        scale(scale == 0) = 1;
      else
        scale = max(0.1 * scale, lengths);
      end
    end
    if rounds == 1
      radius = 0.1 * max(norm(scale .* x), 1);
    end
    if norm(grad) <= tolf * n * norm(scale .* x)
      info = 1;
      break
    end
    shrink = 0.5;
    accepted = false;
    while ~accepted && rounds <= most && calls < most_calls && info == 0
      b = factor' \ grad;
      step = __dogleg__(-(factor \ b), factor, b, grad, scale, radius);
      len = norm(scale .* step);
      if rounds == 1
        radius = min(radius, len);
      end
      next = at(x + step);
      calls++;
      ratio = gain(fval, next, grad' * step + norm(factor * step) ^ 2 / 2);
      if ~(ratio >= min(max(0.1, 0.8 * last_ratio), 0.9))
        radius *= shrink;
        shrink ^= 1.4142;
        if radius <= 10 * eps * norm(scale .* x)
          info = -3;
          break
        end
      else
        last_ratio = ratio;
        if abs(1 - ratio) <= 0.1
          radius = 1.4142 * len;
        elseif ratio >= 0.5
          radius = max(radius, 1.4142 * len);
        end
      end
      rounds++;
      if ratio >= 1e-4
        accepted = true;
        successes++;
        x += step;
        change = abs(next - fval) / (abs(next) + abs(fval));
        fval = next;
        if len <= tolx * norm(scale .* x)
          info = 2;
        elseif change <= tolf
          info = 3;
        end
      end
      if __stopped__(watcher, x, rounds, calls, fval, step, 'iter')
        info = -1;
      end
    end
  end
  if info > 1 && nargout > 4
    % The gradient of the last point is not counted.
    old_grad = grad;
    if has_gradient
      [~, grad] = fcn(reshape(x, shape));
      grad = grad(:);
    else
      grad = __differences__(at, x, fval, shape, typical, central).';
    end
    factor = bfgs(factor, step, grad - old_grad);
  end
  x = reshape(x, shape);
  hess = factor' * factor;
  output = struct('iterations', rounds, 'successful', successes, 'funcCount', calls);
end

function answer = is_on(options, name)
  answer = strcmpi(optimget(options, name, 'off'), 'on');
end

function y = value(fcn, x, checked)
  y = fcn(x);
  if checked && ~isreal(y)
    error('Octave:fminunc:notreal', 'fminunc: non-real value encountered');
  elseif checked && any(isnan(y(:)))
    error('Octave:fminunc:isnan', 'fminunc: NaN value encountered');
  end
end

% How much of the foretold relative decrease came.
function r = gain(old, new, foretold)
  actual = (old - new) / (abs(old) + abs(new));
  expected = -foretold / (abs(old) + abs(old + foretold));
  r = actual / expected;
end

% The factor R of R' * R after the BFGS formula.
function R = bfgs(R, s, y)
  v = R * s;
  curvature = v' * v;
  Hs = R' * v;
  if y' * s < 0.2 * curvature
    t = 0.8 / (1 - y' * s / curvature);
    y = t * y + (1 - t) * Hs;
  end
  R = raised(R, y / sqrt(y' * s));
  R = lowered(R, Hs / sqrt(curvature));
end

% The factor of R' * R + v * v', by rotations: LINPACK's users' guide, chapter 10.
function R = raised(R, v)
  v = v.';
  for k = 1:rows(R)
    [c, s, r] = rotation(R(k,k), v(k));
    row = R(k,:);
    R(k,:) = c * row + s * v;
    R(k,k) = r;
    v = c * v - s * row;
  end
  R = triu(R);
end

% The factor of R' * R - v * v', from the same chapter.
function R = lowered(R, v)
  p = R' \ v;
  along = sqrt(p' * p);
  rest = sqrt(max(1 - along * along, 0));
  v = zeros(1, rows(R));
  for k = rows(R):-1:1
    [c, s, rest] = rotation(rest, p(k));
    row = R(k,:);
    R(k,:) = c * row - s * v;
    v = c * v + s * row;
  end
end

function [c, s, r] = rotation(a, b)
  c = 1;
  s = 0;
  r = a;
  if b ~= 0
    r = sqrt(a * a + b * b);
    c = a / r;
    s = b / r;
  end
end
