A = [1 2; 3 5; 8 1];
a = std(A)
b = var(A)
c = std(A, 1)
d = var(A, 0, 2)
e = var([1 2 3], [0.2 0.3 0.5])
f = std(5)
g = var(A, 0, 'all')
h = zscore([1 2 3])
k = cov([1 2 3 4], [2 4 6 9])
l = cov(A)
m = corr([1 2 3 4]', [2 4 6 9]')
n = corrcoef([1 2 3 4], [2 4 6 9])
o = mad([1 2 6])
p = skewness([1 2 5])
q = kurtosis([1 2 5 9])
try, var('abc'), catch err, disp(err.message), end
try, std([1 2 3], 2), catch err, disp(err.message), end
try, cov([1 2; 3 4], [1 2 3]), catch err, disp(err.message), end
