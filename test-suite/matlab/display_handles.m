% Function handles.
a = @sin
b = @(x) x + 1
c = @(x, y) x .* y + sin (x)
d = {@cos, @(t) t'}
s.f = @(x) [x, 1; 2, 3];
s.g = @tan;
s
disp (a)
disp (b)
e = @() disp ('hi')
