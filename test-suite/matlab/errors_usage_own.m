% print_usage in functions of scripts.
1;
% comment before
function r = vv(a, b)
% VV  Adds.
%   r = vv(a, b)
%
%   More text.

% not this
  if nargin < 2, print_usage(); end
  r = a + b;
end
try, vv(1), catch e, disp(['[' e.message ']']), disp(e.identifier), end
