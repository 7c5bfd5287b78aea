#!/usr/bin/env python3
"""Computes src/coefficients.rs: python3 coefficients.py > src/coefficients.rs (needs mpmath).

Each polynomial is a least squares fit at Chebyshev nodes, which is within a small factor of the best approximation.
Coefficients are rounded to f64 one after the other, lowest first, and the rest is fitted again each time, so that
higher coefficients make up for the rounding of lower ones. The comment over each list states the largest error of the
rounded polynomial relative to `weight`, what the caller adds the polynomial's term to.
"""
import mpmath as mp

mp.mp.prec = 500


def nodes(low, high, count):
    for i in range(count):
        x = mp.cos(mp.pi * (2 * i + 1) / (2 * count))
        yield (low + high) / 2 + (high - low) / 2 * x


def solve(values, points, weights, first, count):
    """The least squares fit of x^first .. x^(count - 1) to `values` at `points`, by its normal equations."""
    rows = [[w * x**i for i in range(first, count)] for x, w in zip(points, weights)]
    size = count - first
    left, right = mp.matrix(size, size), mp.matrix(size, 1)
    for row, value, w in zip(rows, values, weights):
        for i in range(size):
            right[i] += row[i] * value * w
            for j in range(i + 1):
                left[i, j] += row[i] * row[j]
                left[j, i] = left[i, j]
    return mp.lu_solve(left, right)


def fit(f, low, high, count, weight):
    points = list(nodes(mp.mpf(low), mp.mpf(high), 4 * count))
    weights = [weight(x) for x in points]
    values = [f(x) for x in points]
    rounded = []
    for i in range(count):
        c = mp.mpf(float(solve(values, points, weights, i, count)[0]))
        values = [v - c * x**i for v, x in zip(values, points)]
        rounded.append(float(c))
    return rounded


def emit(name, doc, f, low, high, counts, weight):
    """One list for Pair (f64 functions) and, unless they share it, one for Plain (f32 functions)."""
    for suffix, count in zip(["", "_F32"], counts):
        c = fit(f, low, high, count, weight)
        error = mp.mpf(0)
        for x in nodes(mp.mpf(low), mp.mpf(high), 1000):
            p = mp.polyval([mp.mpf(v) for v in reversed(c)], x)
            error = max(error, abs((p - f(x)) * weight(x)))
        print(f"\n/// {doc} Error 2^{float(mp.log(error, 2)):.1f}.")
        print(f"pub const {name}{suffix}: [f64; {count}] = [")
        for v in c:
            print(f"    {v!r},")
        print("];")


def split(name, doc, value, bits):
    """The constant as a sum: parts of `bits` significant bits, None for what f64 holds."""
    parts = []
    for b in bits:
        with mp.workprec(b or 53):
            part = +value
        parts.append(float(part))
        value -= part
    print(f"\n/// {doc}")
    print(f"pub const {name}: [f64; {len(parts)}] = [{', '.join(repr(p) for p in parts)}];")


def even(f):
    """f(sqrt z) with its limit where the cancellation in f would eat all digits."""
    return lambda z: f(mp.sqrt(z))


def words(name, doc, value, count):
    """A first word of zeros, then 64 bits of the fraction each."""
    with mp.workprec(64 * count + 20):
        bits = int(mp.floor(value() * mp.mpf(2) ** (64 * (count - 1))))
    print(f"\n/// {doc}")
    print(f"pub const {name}: [u64; {count}] = [")
    print("    0,")
    for i in range(count - 2, -1, -1):
        print(f"    0x{(bits >> (64 * i)) & (2**64 - 1):016x},")
    print("];")


print("""//! Constants made by `coefficients.py`; never edited by hand.
#![allow(clippy::approx_constant, clippy::excessive_precision)]""")

split("LN2", "ln 2; a product of the first part with an exponent is exact.", mp.log(2), [42, None])
split("LN2_PAIR", "ln 2.", mp.log(2), [None, None])
split("LOG10_2", "log10 2; a product of the first part with an exponent is exact.", mp.log10(2), [42, None])
split("INV_LN2", "1 / ln 2.", 1 / mp.log(2), [None, None])
split("INV_LN10", "1 / ln 10.", 1 / mp.log(10), [None, None])
split("PI", "pi.", +mp.pi, [None, None])
split("HALF_PI", "pi / 2.", mp.pi / 2, [None, None])
split("HALF_PI_PARTS", "pi / 2; products of the first three parts with integers below 2^20 are exact.", mp.pi / 2, [33, 33, 33, None])
split("ATAN_HALF", "atan(1 / 2).", mp.atan(mp.mpf(1) / 2), [None, None])
split("QUARTER_PI", "pi / 4.", mp.pi / 4, [None, None])
split("TWO_THIRDS", "2 / 3.", mp.mpf(2) / 3, [None, None])
split("TWO_FIFTHS", "2 / 5.", mp.mpf(2) / 5, [None, None])
split("TWO_BY_SQRT_PI", "2 / sqrt pi.", 2 / mp.sqrt(mp.pi), [None, None])
words("TWO_BY_PI", "2 / pi in binary after 64 zeros, for the reduction of huge arguments.", lambda: 2 / mp.pi, 20)

R = mp.log(2) / 2 * mp.mpf("1.0001")
emit("EXP", "(exp r - 1 - r - r^2/2) / r^3 for |r| up to ln 2 / 2, relative to exp.",
     lambda r: (mp.exp(r) - 1 - r - r * r / 2) / r**3, -R, R, [10, 6], lambda r: r**3)
Z = (3 - 2 * mp.sqrt(2)) ** 2 * mp.mpf("1.0001")


def atanh_tail(s):
    return (2 * mp.atanh(s) - 2 * s) / s**3


emit("LOG", "(2 atanh s - 2 s) / s^3 in s^2 for |s| up to 3 - 2 sqrt 2, relative to 2 s.",
     even(atanh_tail), "1e-20", Z, [8, 5], lambda z: z / 2)
emit("LOG_TAIL", "(2 atanh s - 2 s - 2/3 s^3 - 2/5 s^5) / s^7 in s^2, relative to 2 s.",
     even(lambda s: (2 * mp.atanh(s) - 2 * s - 2 * s**3 / 3 - 2 * s**5 / 5) / s**7), "1e-16", Z, [7, 3], lambda z: z**3 / 2)
Q = (mp.pi / 4) ** 2 * mp.mpf("1.0001")
emit("SIN", "(sin r - r) / r^3 in r^2 for |r| up to pi / 4, relative to r.",
     even(lambda r: (mp.sin(r) - r) / r**3), "1e-20", Q, [7, 4], lambda z: z)
emit("COS", "(cos r - 1 + r^2/2) / r^4 in r^2 for |r| up to pi / 4, relative to 1.",
     even(lambda r: (mp.cos(r) - 1 + r * r / 2) / r**4), "1e-20", Q, [6, 4], lambda z: z * z)
emit("ATAN", "(atan t - t) / t^3 in t^2 for |t| up to 0.2362, relative to t.",
     even(lambda t: (mp.atan(t) - t) / t**3), "1e-20", mp.mpf("0.2362") ** 2, [9, 5], lambda z: z)
emit("ERF", "(erf x - 2 / sqrt pi x) / x^3 in x^2 for |x| up to 1, relative to x.",
     even(lambda x: (mp.erf(x) - 2 / mp.sqrt(mp.pi) * x) / x**3), "1e-20", 1, [13, 8], lambda z: z)


def scaled_erfc(t):
    x = 5 * (1 + t) / (1 - t)
    with mp.workprec(1700):
        e = mp.erfc(x) * mp.exp(x * x)
    return (1 + 2 * x) * e


CENTRE = scaled_erfc(mp.mpf(0))
split("ERFC_CENTRE", "The scaled erfc below at 0.", CENTRE, [None, None])
emit("ERFC", "The rest, over t, of (1 + 2 x) exp(x^2) erfc x in t = (x - 5) / (x + 5) for x from 1 to 28.",
     lambda t: (scaled_erfc(t) - CENTRE) / t, -mp.mpf(2) / 3 - mp.mpf("1e-9"), mp.mpf(23) / 33, [22, 14], lambda t: t)
emit("CBRT", "The cube root from 1 to 2: a first value.", mp.cbrt, 1, 2, [5], lambda x: 1)
