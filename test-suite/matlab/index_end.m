% `end` in subscripts.
x = 10:10:50;
x(end)
x(end - 1)
x([1 end])
x(end / 5)
x(x(end) / 50)
A = magic(4);
A(end, 1)
A(1, end)
A(end)
A(end, end) = 0;
A(end - 1:end, end - 1:end)
A(min(end, 9))
x(end + 1) = 60
c = {1, {2, 3, 4}};
c{end}{end}
c{2}{end + 1} = 5;
numel(c{2})
s.v = 1:7;
s.v(end)
s.v(end + 1) = 8;
numel(s.v)
B = ones(2, 3, 4);
size(B(:, end))
size(B(1, :, end))
f = @(k) x(end - k);
f(1)
x(numel(x(1:end - 1)))
x(length(x(2:end)):end)
