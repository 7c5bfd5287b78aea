a = nchoosek(5, 2)
b = nchoosek(40, 20)
c = nchoosek([1 2 3 4], 2)
d = nchoosek('abc', 2)
e = perms([1 2 3])
f = perms('ab')
g = size(perms(1:5))
h = nchoosek(3, 0)
k = nchoosek([1 2 3], 3)
l = perms([])
try, nchoosek(5, 1.5), catch err, disp(err.message), end
try, nchoosek(3, 5), catch err, disp(err.message), end
