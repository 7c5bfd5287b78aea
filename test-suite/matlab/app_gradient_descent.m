% The least of a function by its slope.
f = @(v) (v(1) - 3) ^ 2 + 2 * (v(2) + 1) ^ 2;
g = @(v) [2 * (v(1) - 3); 4 * (v(2) + 1)];
v = [0; 0];
for k = 1:60, v -= 0.1 * g(v); end
printf('%.4f %.4f %.2e\n', v, f(v));
