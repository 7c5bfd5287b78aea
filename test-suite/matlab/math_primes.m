p = primes(50)
q = isprime([0 1 2 3 4 97 91])
r = isprime(uint8([7 8]))
f = factor(360)
[g, n] = factor(360)
h = factor(uint16(77))
k = class(h)
l = list_primes(8)
m = numel(primes(10000))
o = factor(600851475143)
s = primes(1)
try, isprime(1.5), catch err, disp(err.message), end
try, factor(-3), catch err, disp(err.message), end
try, factor([4 6]), catch err, disp(err.message), end
