% Seen from beside it, too.
function r = times_ten(x)
  r = 10 * x;
end
