% Rounding and remainders.
round(2.5), round(-2.5), fix(2.7), fix(-2.7), floor(-2.5), ceil(-2.5), round([1.4 1.5 1.6]), mod(5, 3), mod(-5, 3), mod(5, -3), mod(5, 0), mod(5.5, 2), rem(5, 3), rem(-5, 3), rem(5, -3), rem(5, 0), mod(0, 5), mod(-0, 5), gcd(12, 18), lcm(4, 6), gcd([12 18], 6), sign([-2 0 3]), hypot(3, 4), cbrt(27), nthroot(-8, 3), realsqrt(4), power(2, 3), exp(1), log(10), log2(8), log10(1000), log1p(1e-10), expm1(1e-10), sqrt(-1), (-8) ^ (1/3), log(-1), 0 / 0, 1 / 0, -1 / 0, Inf - Inf, mod(Inf, 3), mod(3, Inf), primes(20), isprime([1 2 3 4]), factor(60), [p, n] = factor(60), nchoosek(5, 2), nchoosek([1 2 3], 2), perms([1 2 3]), factorial([0 5]), cross([1 0 0], [0 1 0]), dot([1 2 3], [4 5 6]), kron([1 2], [1; 1]), fix(clock()(1) / 10000), sum(primes(100)), rat(pi), rats(0.5), sign(-0)
try, factorial(-1), catch e, disp(e.message), end
try, nchoosek(2, 3), catch e, disp(e.message), end
try, cross([1 2], [3 4]), catch e, disp(e.message), end
try, realsqrt(-1), catch e, disp(e.message), end
