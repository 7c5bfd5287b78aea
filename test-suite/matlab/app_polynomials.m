% Polynomials: arithmetic, roots, Horner, division, derivatives, Sturm, partial sums.
1;
function s = text(p)
  s = '';
  n = numel(p) - 1;
  for k = 0:n
    c = p(k+1); e = n - k;
    if c == 0, continue; end
    if isempty(s)
      if c < 0, s = '-'; end
    elseif c < 0
      s = [s ' - '];
    else
      s = [s ' + '];
    end
    a = abs(c);
    if a ~= 1 || e == 0, s = [s num2str(a)]; end
    if e > 0, s = [s 'x']; end
    if e > 1, s = [s '^' num2str(e)]; end
  end
  if isempty(s), s = '0'; end
end
function [v, d] = horner(p, x)
  v = 0; d = 0;
  for c = p
    d = d*x + v;
    v = v*x + c;
  end
end
p = [1 -6 11 -6]; q = [1 -1];
disp(text(p)); disp(text([2 0 -1 0.5])); disp(text([-1 1 0])); disp(text(0));
r = roots(p)
poly([1 2 3])
[quo, rem] = deconv(p, q)
disp(text(conv(p, q)))
polyder(p)
polyint([3 2 1])
[v, d] = horner(p, 2.5)
polyval(p, 0:4)
polyval([1 2; 3 4](1,:), [1 2; 3 4])
polyfit(1:4, [1 8 27 64], 3)
c = [1 0 -2];
x = roots(c)';
printf("%.6f %.6f\n", x);
% Chebyshev and Legendre by recurrence.
T = {1, [1 0]};
for n = 3:6
  T{n} = [2*T{n-1} 0] - [0 0 T{n-2}];
end
for n = 1:6, printf("T%d = %s\n", n-1, text(T{n})); end
P = {1, [1 0]};
for n = 2:4
  P{n+1} = ((2*n-1)*[P{n} 0] - (n-1)*[0 0 P{n-1}])/n;
end
P{5}
% Pascal's triangle and binomials.
row = 1;
for n = 1:6
  printf("%s%s\n", blanks(12 - 2*n), sprintf("%4d", row));
  row = conv(row, [1 1]);
end
compan([1 2 3 4])
