% Binomial coefficients, of real numbers as well.
function b = bincoeff(n, k)
  if nargin ~= 2
    print_usage();
  end
  [retval, n, k] = common_size(n, k);
  if retval > 0
    error('bincoeff: N and K must have consistent dimensions');
  end
  b = zeros(size(n));
  ok = k >= 0 & k == fix(k) & ~isnan(n);
  b(~ok) = NaN;
  b(k == 0) = 1;
  natural = n == fix(n);
  at = ok & k > 0 & n > 0 & ~(natural & n < k);
  b(at) = exp(gammaln(n(at) + 1) - gammaln(k(at) + 1) - gammaln(n(at) - k(at) + 1)) .* sign(gamma(n(at) - k(at) + 1));
  negative = ok & k > 0 & n < 0;
  y = (-1) .^ k(negative) .* exp(gammaln(abs(n(negative)) + k(negative)) - gammaln(k(negative) + 1) - gammaln(abs(n(negative))));
  b(negative) = y;
  whole = ok & natural;
  b(whole) = round(b(whole));
end
