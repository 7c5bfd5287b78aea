% A report on a sample: moments, quantiles, a histogram in text, correlation, tests, moving means.
x = [4.1 5.6 3.9 6.2 5.5 5.8 4.4 6.9 5.1 4.7 5.3 9.8];
n = numel(x);
printf("n %d mean %.4f sd %.4f var %.4f\n", n, mean(x), std(x), var(x));
printf("median %.3f range %.2f mode %.2f\n", median(x), range(x), mode(round(x)));
m = mean(x); s = std(x, 1);
printf("skewness %.5f kurtosis %.5f\n", mean((x - m).^3)/s^3, mean((x - m).^4)/s^4);
q = quantile(x, [0.25 0.5 0.75])
iqr_ = diff(q([1 3]));
outliers = x(x < q(1) - 1.5*iqr_ | x > q(3) + 1.5*iqr_)
edges = 3:10;
h = histc(x, edges);
for k = 1:numel(edges) - 1
  printf("[%2d,%2d) %-6s %d\n", edges(k), edges(k+1), repmat('#', 1, h(k)), h(k));
end
cumsum(h)
y = 2*x + [0.3 -0.2 0.1 0 -0.4 0.2 0.1 -0.1 0.3 0 -0.3 0.1];
r = corr(x', y')
p = polyfit(x, y, 1);
printf("y = %.4f x %+.4f\n", p);
t = r*sqrt((n - 2)/(1 - r^2));
printf("t %.3f\n", t);
se = std(x)/sqrt(n);
printf("mean %.3f +- %.3f\n", m, 2.201*se);
w = 3;
printf("%.3f ", filter(ones(1, w)/w, 1, x)(w:end)); printf("\n");
z = (x - mean(x))/std(x);
printf("%.3f ", z); printf("\n");
g = [1 1 2 2 3 3 1 2 3 1 2 3];
means = accumarray(g', x', [], @mean)'
counts = accumarray(g', 1)'
ss = sum(counts.*(means - m).^2);
sw = sum((x - means(g)).^2);
F = (ss/2)/(sw/9)
O = [20 30; 25 25];
E = sum(O, 2)*sum(O)/sum(O(:))
chi2 = sum(sum((O - E).^2./E))
cov(x, y)
[mx, i] = max(x); printf("%.1f at %d\n", mx, i);
sort(x)(1:3), prctile(x, 90)
meansq(x) - mean(x.^2)
erf(1/sqrt(2))
cummax(x), cummin(x)
