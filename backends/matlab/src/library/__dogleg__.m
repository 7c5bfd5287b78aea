% The least |b + A * s| on Powell's dogleg path, with |scale .* s| <= radius, from Newton's step and the gradient A' * b.
function s = __dogleg__(newton, A, b, gradient, scale, radius)
  far = norm(scale .* newton);
  if far <= radius
    s = newton;
    return
  end
  slope = -gradient ./ scale;
  steep = norm(slope);
  down = slope / steep ./ scale;
  near = steep / norm(A * down) / norm(A * down);
  part = 0;
  if near < radius
    % MINPACK's guide solves the quadratic equation for the share of Newton's step this way.
    most = radius / far;
    least = near / radius;
    q = norm(b) / steep * (norm(b) / far) * least;
    q += sqrt((q - most) ^ 2 + (1 - most ^ 2) * (1 - least ^ 2)) - most * least ^ 2;
    part = most * (1 - least ^ 2) / q;
  end
  s = part * newton + (1 - part) * min(near, radius) * down;
end
