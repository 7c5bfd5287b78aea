#!/usr/bin/env python3
"""The largest error of functions in units in the last place, against mpmath: python3 measure.py [COUNT [FUNCTION..]].

The figures of FUNCTIONS in src/table.rs come from COUNT = 20000.
"""
import subprocess
import sys

import mpmath as mp

mp.mp.prec = 500
UNARY = ("exp expm1 log log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc cbrt").split()
EXACT = {name: getattr(mp, name) for name in UNARY}
EXACT |= {
    "exp2": lambda x: mp.mpf(2) ** x,
    "log2": lambda x: mp.log(x) / mp.log(2),
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "pow": lambda x, y: mp.re(mp.power(x, y)),
    "atan2": mp.atan2,
    "hypot": mp.hypot,
}


def unit(value, single):
    digits, lowest = (24, -126) if single else (53, -1022)
    exponent = mp.frexp(value)[1] - 1
    return mp.ldexp(1, max(exponent, lowest) - digits + 1)


def measure(name, single, count):
    program = ["cargo", "run", "-q", "-p", "raddle-math", "--example", "values", "--", name + "f" * single, str(count)]
    worst, at = mp.mpf(0), ""
    for line in subprocess.run(program, check=True, capture_output=True, text=True).stdout.splitlines():
        *arguments, result = (mp.mpf(float(it)) for it in line.split())
        # The tests compare zeros and infinities with the reference; tiny arguments cost too many digits.
        if not mp.isfinite(result) or not result or any(abs(it) < mp.ldexp(1, -200) for it in arguments):
            continue
        exact = EXACT[name](*arguments)
        if not exact or not mp.isfinite(exact):
            continue
        error = abs((result - exact) / unit(exact, single))
        if error > worst:
            worst, at = error, line
    print(f"{name + 'f' * single:8} {float(worst):.3f}  {at}", flush=True)


def main():
    count = sys.argv[1] if len(sys.argv) > 1 else "20000"
    for name in sys.argv[2:] or EXACT:
        measure(name, False, count)
        measure(name, True, count)


main()
