% Loops over ranges without an end.
for i=1:Inf, if i>4, break; end, end, i
for i=0:-1:-Inf, if i < -3, break; end, end, i
n = Inf; s = 0; for i=1:n, s = s + i; if s > 100, break, end, end, i, s
for i=1:0.5:Inf, if i>2, break; end, end, i
p.n = Inf; for k=1:p.n, if k == 7, break; end, end, k
try, x = 1:Inf; catch e, disp(e.message), end
for i=Inf:1, disp('no'), end, i
for i=1:-1:Inf, disp('no'), end, i
try, for i=(1:Inf)*2, break, end, catch e, disp(e.message), end
for i=-Inf:3, disp(i), break, end
