% Which root each start leads to.
f = @(z) z .^ 3 - 1; df = @(z) 3 * z .^ 2;
[x, y] = meshgrid(linspace(-1.5, 1.5, 7)); z = x + 1i * y; z(z == 0) = 0.1;
for k = 1:40, z = z - f(z) ./ df(z); end
r = roots([1 0 0 -1]); [~, at] = min(abs(z(:) - r.'), [], 2);
counts = sort(accumarray(at, 1))'
sum(counts)
