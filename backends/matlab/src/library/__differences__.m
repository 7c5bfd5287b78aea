% The matrix of quotients of differences.  TypicalX is a column, so that a row X takes the first
% column of a matrix of step lengths, as Octave does.
function [J, calls] = __differences__(at, x, f, shape, typical, central)
  n = numel(x);
  J = zeros(numel(f), n);
  whole = reshape(x, shape);
  h = eps ^ (1 / (2 + central)) * max(abs(whole), typical);
  if ~central
    h = h .* (sign(whole) + (whole == 0));
  end
  for k = 1:n
    ahead = behind = x;
    ahead(k) += h(k);
    after = at(ahead);
    if central
      behind(k) -= h(k);
      f = at(behind);
    end
    J(:,k) = (after - f) / (ahead(k) - behind(k));
  end
  calls = n * (1 + central);
end
