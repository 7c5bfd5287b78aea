1;
function [u,v] = h(), u=1; end
function [u,v,w] = k(), u=1; w = 3; end
function [u,v] = n(), v = 2; end
function [u,v,varargout] = y(), u = 3; varargout{1} = 7; end
try, [a, ~] = h(); a, catch e, disp(e.message), end
try, [a, ~, c] = k(); [a c], catch e, disp(e.message), end
try, [~, b] = n(); b, catch e, disp(e.message), end
try, [a, ~, c] = y(); [a c], catch e, disp(e.message), end
try, [a, b, c] = y(); [a c], catch e, disp(e.message), end
try, [~, ~] = h(); disp('ok'), catch e, disp(e.message), end
try, c = cell(1, 2); [c{:}] = n(); catch e, disp(e.message), end
try, x = struct('f', {1, 2}); [x.f] = h(); catch e, disp(e.message), end, [x.f]
function u = none(), x = 1; end
function [u,v] = h(), u=1; end
function u = none2()
  x = 1;
  y = 2;
end
function [u, v] = h2()
  u = 1;
  if u
    y = 2;
  end
end
function [u, v] = h3()
  u = 1; return
end
try, a = none(); catch e, disp([e.stack(1).line e.stack(1).column]), end
try, [a, b] = h(); catch e, disp([e.stack(1).line e.stack(1).column]), end
try, a = none2(); catch e, disp([e.stack(1).line e.stack(1).column]), end
try, [a, b] = h2(); catch e, disp([e.stack(1).line e.stack(1).column]), end
try, [a, b] = h3(); catch e, disp([e.stack(1).line e.stack(1).column]), end
