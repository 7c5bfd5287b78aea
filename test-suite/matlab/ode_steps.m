% The steps of the solvers, to the last bit; solutions that end before the time does.
1;
function d = van_der_pol(t, y)
  global calls
  calls++;
  d = [y(2); (1 - y(1) * y(1)) * y(2) - y(1)];
end
function told(t, y)
  global calls
  printf('%d %d %.17g %.17g %.17g\n', calls, numel(t), t(end), y(end, :)); calls = 0;
end
global calls
calls = 0;
[t, y] = ode45(@van_der_pol, [0 20], [2 0]); told(t, y);
[t, y] = ode23(@van_der_pol, [0 20], [2 0]); told(t, y);
[t, y] = ode45(@van_der_pol, [20 0], [2 0]); told(t, y);
[t, y] = ode45(@van_der_pol, [0 1 5 20], [2 0]); told(t, y); printf('%.15g ', y); disp('')
[t, y] = ode23(@van_der_pol, linspace(20, 0, 11), [2 0]); told(t, y); printf('%.15g ', y); disp('')
[t, y] = ode45(@van_der_pol, linspace(0, 20, 50), [2 0]); told(t, y); printf('%.12g ', y); disp('')
options = odeset('InitialStep', .01, 'MaxStep', .5, 'RelTol', 1e-6);
[t, y] = ode45(@van_der_pol, [0 20], [2 0], options); told(t, y);
[t, y] = ode45(@(t, y) [-100 * y(1) + y(2); -y(2)], [0 3], [1 1]); told(t, y);
[t, y] = ode45(@(t, y) [y(2); -9.81], [0 1], [10; 0]); printf('%.17g ', t, y); disp('')
A = [0 1 0; 0 0 1; -1 -2 -3];
[t, y] = ode45(@(t, y) A * y, [0 10], [1 0 0]); printf('%d %.17g %.17g %.17g %.17g\n', numel(t), t(end), y(end, :));
[t, y] = ode45(@(t, y) y * y, [0 2], 1); printf('%d %.10g %.6g\n', numel(t), t(end), y(end));
[t, y] = ode23(@(t, y) y * y, [0 2], 1); printf('%d %.10g %.6g\n', numel(t), t(end), y(end));
[t, y] = ode45(@(t, y) y * y, [0 0.5 2], 1); size(t), size(y)
[t, y] = ode45(@(t, y) NaN, [0 2], 1); numel(t), t(end)
