% A zero of a system of equations, or a point where it is least in the sense of squares.
%
% Powell's hybrid method as "User Guide for MINPACK-1" (More, Garbow and Hillstrom, Argonne report
% ANL-80-74) describes it: steps on the dogleg path within a region of trust, and by option
% Broyden's updates of the Jacobian.  The numbers that steer the radius were found by tracing the
% calls that Octave 7.3 makes, and the order of the operations is the one that gives its last digits.
function [x, fval, info, output, fjac] = fsolve(fcn, x0, options = struct())
  if nargin < 2
    print_usage();
  end
  if ischar(fcn)
    fcn = str2func(fcn);
  end
  has_jacobian = is_on(options, 'Jacobian');
  checked = is_on(options, 'FunValCheck');
  central = strcmpi(optimget(options, 'FinDiffType', 'forward'), 'central');
  rescaled = is_on(options, 'AutoScaling');
  watcher = optimget(options, 'OutputFcn');
  updated = is_on(options, 'Updating');
  most = optimget(options, 'MaxIter', 400);
  most_calls = optimget(options, 'MaxFunEvals', 100 * numel(x0));
  tolx = optimget(options, 'TolX', 1e-6);
  tolf = optimget(options, 'TolFun', 1e-6);
  shape = size(x0);
  x = x0(:);
  n = numel(x);
  typical = optimget(options, 'TypicalX', ones(n, 1));
  scale = 1 ./ typical(:);
  at = @(z) value(fcn, reshape(z, shape), checked);
  [f, fval] = at(x);
  fjac = [];
  rounds = 1;
  successes = 0;
  calls = 1;
  info = 0;
  if __stopped__(watcher, x, rounds, calls, norm(f), zeros(n, 1), 'init')
    info = -1;
  end
  while rounds < most && calls < most_calls && info == 0
    if has_jacobian
      [~, fjac] = fcn(reshape(x, shape));
      calls++;
    else
      [fjac, spent] = __differences__(at, x, f, shape, typical, central);
      calls += spent;
    end
    if rescaled
      lengths = norm(fjac, 'columns')';
      if rounds == 1
        scale = lengths;
        scale(scale == 0) = 1;
      else
        scale = max(0.1 * scale, lengths);
      end
    end
    if rounds == 1
      radius = max(norm(scale .* x), 1);
    end
    if max(abs(fjac(:))) <= eps
      info = -2;
      break
    end
    shrink = 0.5;
    failures = 0;
    in_row = 0;
    last_ratio = 0;
    do
      if calls >= most_calls
        break
      end
      step = __dogleg__(-(fjac \ f), fjac, f, fjac' * f, scale, radius);
      len = norm(scale .* step);
      if rounds == 1
        radius = min(radius, len);
      end
      foretold = f + fjac * step;
      [next, next_value] = at(x + step);
      calls++;
      drop = -1;
      if norm(next) <= norm(f)
        drop = 1 - (norm(next) / norm(f)) ^ 2;
      end
      ratio = 0;
      if norm(foretold) <= norm(f)
        ratio = drop / (1 - (norm(foretold) / norm(f)) ^ 2);
      end
      if ratio < min(max(0.1, 0.8 * last_ratio), 0.9)
        failures++;
        in_row = 0;
        radius *= shrink;
        shrink ^= 1.4142;
        if radius <= 10 * eps * norm(scale .* x)
          info = -3;
          break
        end
      else
        failures = 0;
        in_row++;
        shrink = 0.5;
        last_ratio = ratio;
        if abs(1 - ratio) <= 0.1
          radius = 1.4142 * len;
        elseif ratio >= 0.5 || in_row > 1
          radius = max(radius, 1.4142 * len);
        end
      end
      rounds++;
      accepted = ratio >= 1e-4;
      if accepted
        successes++;
        x += step;
        f = next;
        fval = next_value;
      end
      if norm(f) <= tolf * n * norm(scale .* x)
        info = 1;
      elseif accepted && len <= tolx * norm(scale .* x)
        info = 2;
      elseif accepted && drop <= tolf
        info = 3;
      end
      if __stopped__(watcher, x, rounds, calls, norm(f), step, 'iter')
        info = -1;
      end
      again = updated && failures < 2 && successes > 1;
      if again
        % Broyden's update, in which Octave divides by the length of the step once, not twice.
        fjac += (next - foretold) * (scale .* (scale .* step / len))';
      end
    until ~again || info ~= 0 || rounds > most
  end
  x = reshape(x, shape);
  output = struct('iterations', rounds, 'successful', successes, 'funcCount', calls);
end

function answer = is_on(options, name)
  answer = strcmpi(optimget(options, name, 'off'), 'on');
end

function [f, y] = value(fcn, x, checked)
  y = fcn(x);
  f = y(:);
  if checked && ~isreal(f)
    error('Octave:fsolve:notreal', 'fsolve: non-real value encountered');
  elseif checked && any(isnan(f))
    error('Octave:fsolve:isnan', 'fsolve: NaN value encountered');
  elseif checked && any(isinf(f))
    error('Octave:fsolve:isinf', 'fsolve: Inf value encountered');
  end
end
