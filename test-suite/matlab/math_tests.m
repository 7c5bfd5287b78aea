x = [1 NaN Inf -Inf NA 0];
a = isnan(x)
b = isinf(x)
c = isfinite(x)
d = isna(x)
e = isnan('abc')
f = isnan(int8([1 2]))
g = isinf([1+Inf*i, 2])
h = isfinite(single([1 NaN]))
k = signbit([-1 0 1])
try, isnan({}), catch err, disp(err.message), end
