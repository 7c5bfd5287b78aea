% Long integers as vectors of digits: sums, products, powers, factorials, Fibonacci numbers, division.
1;
function d = from_text(s)
  d = fliplr(s - '0');
end
function s = to_text(d)
  while numel(d) > 1 && d(end) == 0, d(end) = []; end
  s = char(fliplr(d) + '0');
end
function d = carry(d)
  k = 1;
  while k <= numel(d)
    c = floor(d(k)/10);
    if c > 0
      if k == numel(d), d(end+1) = 0; end
      d(k+1) += c;
      d(k) -= 10*c;
    end
    k++;
  end
end
function c = add(a, b)
  n = max(numel(a), numel(b));
  a(end+1:n) = 0; b(end+1:n) = 0;
  c = carry(a + b);
end
function c = multiply(a, b)
  c = carry(conv(a, b));
end
function [q, r] = divide(a, k)
  q = zeros(size(a)); r = 0;
  for i = numel(a):-1:1
    r = 10*r + a(i);
    q(i) = floor(r/k);
    r = mod(r, k);
  end
end
f = 1;
for k = 1:30
  f = multiply(f, fliplr(num2str(k) - '0'));
end
to_text(f)
p = 1;
for k = 1:100, p = add(p, p); end
to_text(p)
a = 0; b = 1;
for k = 2:120
  [a, b] = deal(b, add(a, b));
end
printf("F(120) = %s\n", to_text(b));
x = from_text('123456789012345678901234567890');
y = from_text('987654321098765432109876543210');
disp(to_text(add(x, y)))
disp(to_text(multiply(x, y)))
[q, r] = divide(x, 97);
printf("%s rest %d\n", to_text(q), r);
disp(to_text(add(multiply(q, from_text('97')), from_text(num2str(r)))))
s = sum(to_text(f) - '0')
% The same with integer classes.
factorial(20)
uint64(2)^63
intmax('int64') - 1
bitshift(uint64(1), 40)
int32(7) / int32(2)
idivide(int32(7), int32(2))
mod(int32(-7), int32(3))
