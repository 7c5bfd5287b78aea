% ode23 and ode45: steps, options, further arguments, errors.
1;
function dy = slope(t, y), dy = -3 * y + sin(5 * t); end
function show(t, y), printf('%d', numel(t)); printf(' %.10g', t(end), y(end, :)); disp(''), end
[t, y] = ode23(@slope, [0 1], 1);
printf('%.10g ', t); disp(''), printf('%.10g ', y); disp('')
[t, y] = ode23(@slope, [0 .5 1], 1);
printf('%.10g ', t, y); disp('')
[t, y] = ode23(@slope, [0 3], 1, odeset('RelTol', 1e-6)); show(t, y)
[t, y] = ode23(@slope, [0 3], 1, odeset('InitialStep', .01)); show(t, y)
[t, y] = ode23(@(t, y) [y(2); (1 - y(1)^2) * y(2) - y(1)], [0 20], [2; 0]); show(t, y)
[t, y] = ode23(@(t, y) -y, [1 0], 1); show(t, y)
s = ode23(@slope, [0 .2], 1)
[t, y] = ode45(@(t, y, a) -y * a, [0 1], 1, 3); show(t, y)
[t, y] = ode45(@(t, y, a) -y * a, [0 1], 1, odeset(), 3); show(t, y)
[t, y] = ode45(@(t, y, a, b) -y * b, [0 1], 1, [], 3); show(t, y)
try, [t, y] = ode45(@(t, y) -y, [0 1], 1, []); catch err, disp(err.message), end
try, ode23(@slope, [0 0], 1), catch err, disp(err.message), end
try, ode23(@slope, 0, 1), catch err, disp(err.message), end
try, ode23(@slope, [0 1], {1}), catch err, disp(err.message), end
try, ode23(3, [0 1], 1), catch err, disp(err.message), end
try, ode45('missing_function', [0 1], 1), catch err, disp(err.message), end
[x, y, z] = cylinder([1 2], 4)
[x, y, z] = ellipsoid(1, 2, 3, 4, 5, 6, 2)
