% The greatest common divisor of two polynomials.
function x = polygcd(b, a, tol)
  if nargin < 2
    print_usage();
  end
  if nargin < 3
    if isa(a, 'single') || isa(b, 'single')
      tol = sqrt(eps('single'));
    else
      tol = sqrt(eps);
    end
  end
  if numel(a) == 1 || numel(b) == 1
    if a == 0
      x = b;
    elseif b == 0
      x = a;
    else
      x = ones(class([a(:); b(:)]));
    end
    return
  end
  a = a / a(1);
  tol = tol * norm(b, inf);
  while true
    [d, r] = deconv(b, a);
    nz = find(abs(r) > tol);
    if isempty(nz)
      x = a;
      return
    end
    r = r(nz(1):end);
    b = a;
    a = r / r(1);
  end
end
