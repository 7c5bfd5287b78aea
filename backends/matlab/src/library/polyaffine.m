% The polynomial of an affine variable: g(x) = f((x - mu(1)) / mu(2)).
function g = polyaffine(f, mu)
  if nargin ~= 2
    print_usage();
  end
  if ~isvector(f)
    error('polyaffine: F must be a vector');
  end
  if ~isvector(mu) || numel(mu) ~= 2
    error('polyaffine: MU must be a two-element vector');
  end
  g = f;
  count = numel(f);
  if mu(1) ~= 0
    shift = -mu(1) / 1;
    g = zeros(size(f));
    for k = 1:count
      power = 1;
      for times = 1:count - k
        power = conv(power, [1, -mu(1)]);
      end
      g(end - numel(power) + 1:end) += f(k) * reshape(power, size(g(end - numel(power) + 1:end))) / mu(2) ^ (count - k);
    end
  elseif mu(2) ~= 1
    g = f ./ reshape(mu(2) .^ (count - 1:-1:0), size(f));
  end
end
