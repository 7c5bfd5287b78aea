#!/usr/bin/env python3
"""Writes cases.txt: instructions with operands and results, computed with unbounded integers and exact rationals.

Independent of the interpreter on purpose: it shares neither code nor number types with it. Run it after adding a row:

    python3 cases.py > cases.txt
"""

from fractions import Fraction
from itertools import product
from math import floor, isqrt

NAN, INF = "nan", "inf"


class Float:
    """An IEEE format. A number is a pair of its sign (0 or 1) and a Fraction, INF or NAN."""

    def __init__(self, name, width, precision):
        self.name, self.width, self.precision = name, width, precision
        self.lowest = 2 - 2 ** (width - precision - 1) - precision + 1  # exponent of the last bit of a subnormal
        self.limit = Fraction(2) ** (2 ** (width - precision - 1))

    def decode(self, bits):
        sign, rest = bits >> (self.width - 1), bits & ((1 << (self.width - 1)) - 1)
        exponent, fraction = rest >> (self.precision - 1), rest & ((1 << (self.precision - 1)) - 1)
        if exponent == (1 << (self.width - self.precision)) - 1:
            return (0, NAN) if fraction else (sign, INF)
        if exponent == 0:
            return sign, Fraction(fraction) * Fraction(2) ** self.lowest
        return sign, Fraction(fraction + (1 << (self.precision - 1))) * Fraction(2) ** (exponent - 1 + self.lowest)

    def encode(self, number):
        sign, value = number
        top = ((1 << (self.width - self.precision)) - 1) << (self.precision - 1)
        if value == NAN:
            return (1 << (self.width - 1)) - 1
        if value == INF or value >= self.limit:
            return sign << (self.width - 1) | top
        exponent = self.lowest
        while value >= Fraction(2) ** (exponent + self.precision):
            exponent += 1
        steps = nearest_even(value / Fraction(2) ** exponent)
        biased = exponent - self.lowest + 1
        bits = (biased << (self.precision - 1)) + steps - (1 << (self.precision - 1))
        if biased == 1 and steps < 1 << (self.precision - 1):
            bits = steps
        return sign << (self.width - 1) | bits

    def is_subnormal(self, number):
        return number[1] not in (NAN, INF) and 0 < number[1] < Fraction(2) ** (self.lowest + self.precision - 1)

    def flush(self, number):
        return (number[0], Fraction(0)) if self.is_subnormal(number) else number

    def round(self, number):
        return self.decode(self.encode(number))


F16, F32, F64 = Float("f16", 16, 11), Float("f32", 32, 24), Float("f64", 64, 53)


def nearest_even(value):
    below = floor(value)
    rest = value - below
    return below + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and below % 2 == 1))


def signed(number):
    return -number[1] if number[0] else number[1]


def from_rational(value, sign_of_zero=0):
    return (sign_of_zero, Fraction(0)) if value == 0 else (int(value < 0), abs(Fraction(value)))


def add(a, b):
    if NAN in (a[1], b[1]) or (a[1] == b[1] == INF and a[0] != b[0]):
        return 0, NAN
    if INF in (a[1], b[1]):
        return a if a[1] == INF else b
    return from_rational(signed(a) + signed(b), a[0] & b[0])


def negate(a):
    return (0, NAN) if a[1] == NAN else (1 - a[0], a[1])


def mul(a, b):
    sign = a[0] ^ b[0]
    if NAN in (a[1], b[1]) or (INF in (a[1], b[1]) and 0 in (a[1], b[1])):
        return 0, NAN
    return (sign, INF) if INF in (a[1], b[1]) else (sign, a[1] * b[1])


def div(a, b):
    sign = a[0] ^ b[0]
    if NAN in (a[1], b[1]) or a[1] == b[1] == INF or a[1] == b[1] == 0:
        return 0, NAN
    if a[1] == INF or b[1] == 0:
        return sign, INF
    return (sign, Fraction(0)) if b[1] == INF else (sign, a[1] / b[1])


def sqrt(a):
    """Good to 200 bits, and marked as inexact below them: enough for any rounding."""
    if a[1] == NAN or (a[0] and a[1] != 0):
        return 0, NAN
    if a[1] in (INF, 0):
        return a
    scaled = a[1].numerator * a[1].denominator << 2400
    root = isqrt(scaled)
    return 0, (Fraction(root) + (Fraction(1, 2) if root * root != scaled else 0)) / a[1].denominator / (1 << 1200)


def compare(a, b):
    """-1, 0, 1, or None if one is a NaN."""
    if NAN in (a[1], b[1]):
        return None
    key = [(-1 if n[0] else 1) * (Fraction(2) ** 2000 if n[1] == INF else n[1]) for n in (a, b)]
    return (key[0] > key[1]) - (key[0] < key[1])


def extremum(a, b, wanted, strict):
    if a[1] == NAN or b[1] == NAN:
        return (0, NAN) if strict or a[1] == b[1] else (b if a[1] == NAN else a)
    order = compare(a, b) or (b[0] - a[0])
    return a if order == wanted else b


def integral(a, mode):
    if a[1] in (NAN, INF):
        return a
    value = signed(a)
    whole = {"rni": nearest_even, "rzi": int, "rmi": floor, "rpi": lambda x: -floor(-x)}[mode](value)
    return from_rational(whole, a[0])


def to_integer(a, source, ty):
    if a[1] == NAN:
        return 1 << (width(ty) - 1) if source is F64 or width(ty) == 64 else 0
    low, high = bounds(ty)
    if a[1] == INF:
        return low if a[0] else high
    return min(max(int(signed(a)), low), high)


def width(ty):
    return int(ty[1:])


def bounds(ty):
    bits = width(ty)
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if ty[0] == "s" else (0, (1 << bits) - 1)


def wrap(value, ty):
    value &= (1 << width(ty)) - 1
    return value - (1 << width(ty)) if ty[0] == "s" and value >> (width(ty) - 1) else value


def edges(ty):
    low, high = bounds(ty)
    pattern = wrap(0x9E3779B97F4A7C15 >> (64 - width(ty)), ty)
    return [low, high, 0, 1, wrap(-1, ty), 7, pattern, wrap(~pattern * 3, ty)]


def float_edges(f):
    top = ((1 << (f.width - f.precision)) - 1) << (f.precision - 1)
    one = f.encode((0, Fraction(1)))
    positive = [0, 1, (1 << (f.precision - 1)) - 1, 1 << (f.precision - 1), one, one + 1, f.encode((0, Fraction(5, 2))), f.encode((0, Fraction(7, 2))), f.encode((0, Fraction(1, 3))), top - 1, top]
    return positive + [bits | 1 << (f.width - 1) for bits in positive] + [top + 1]


LINES = {}


def case(form, operands, result):
    LINES.setdefault(form, [])
    text = " ".join(operands) + " = " + result
    if text not in LINES[form]:
        LINES[form].append(text)


def show(f, bits):
    return f"0x{bits:0{f.width // 4}x}"


def some(pairs, count):
    """A spread of the pairs, the first ones included."""
    pairs = list(pairs)
    step = max(1, len(pairs) // count)
    return pairs[:3] + pairs[3::step]


def integers():
    for ty in ["s16", "s32", "s64", "u16", "u32", "u64"]:
        rows = {"min": min, "max": max, "mul.hi": lambda a, b: (a * b) >> width(ty)}
        if ty[0] == "s" or ty == "u64":
            rows |= {"add": lambda a, b: a + b}
        if ty[0] == "s":
            rows |= {"sub": lambda a, b: a - b, "mul.lo": lambda a, b: a * b}
        for (name, row), (a, b) in product(rows.items(), some(product(edges(ty), repeat=2), 10)):
            case(f"{name}.{ty}", [str(a), str(b)], str(wrap(row(a, b), ty)))
        for a, b in some(product(edges(ty), repeat=2), 22):
            if b != 0 and not (a == bounds(ty)[0] and b == -1):
                quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
                case(f"div.{ty}", [str(a), str(b)], str(quotient))
                case(f"rem.{ty}", [str(a), str(b)], str(a - quotient * b))
        for a, b in some(product(edges(ty), repeat=2), 10):
            if ty[0] == "s":
                case(f"mad.lo.{ty}", [str(a), str(b), "5"], str(wrap(a * b + 5, ty)))
            if width(ty) < 64:
                wide = f"{ty[0]}{2 * width(ty)}"
                case(f"mul.wide.{ty}", [str(a), str(b)], str(a * b))
                high = bounds(wide)[1]
                case(f"mad.wide.{ty}", [str(a), str(b), str(high)], str(wrap(a * b + high, wide)))
        for a in edges(ty):
            if ty[0] == "s":
                case(f"abs.{ty}", [str(a)], str(wrap(abs(a), ty)))
                case(f"neg.{ty}", [str(a)], str(wrap(-a, ty)))
            for n in [0, 1, 5, width(ty) - 1, width(ty), width(ty) + 1, 0xFFFFFFFF]:
                case(f"shr.{ty}", [str(a), str(n)], str(a >> min(n, width(ty))))


def bits():
    for ty in ["b16", "b32", "b64"]:
        full = (1 << width(ty)) - 1
        for a, b in some(product(edges(ty), repeat=2), 8):
            for name, result in [("and", a & b), ("or", a | b), ("xor", a ^ b)]:
                case(f"{name}.{ty}", [str(a), str(b)], str(result))
        for a in edges(ty)[1:]:
            case(f"not.{ty}", [str(a)], str(a ^ full))
            for n in [0, 1, width(ty) - 1, width(ty), 0xFFFFFFFF]:
                case(f"shl.{ty}", [str(a), str(n)], str(a << min(n, width(ty)) & full))
            if ty != "b16":
                digits = f"{a:0{width(ty)}b}"
                case(f"popc.{ty}", [str(a)], str(digits.count("1")))
                case(f"clz.{ty}", [str(a)], str(len(digits) - len(digits.lstrip("0"))))
                case(f"brev.{ty}", [str(a)], str(int(digits[::-1], 2)))
                fields(ty, a, digits)
    for a, b in product([0, 1], repeat=2):
        for name, result in [("and", a & b), ("or", a | b), ("xor", a ^ b)]:
            case(f"{name}.pred", [str(a), str(b)], str(result))
        case("not.pred", [str(a)], str(1 - a))
    for a, b, n in product([0x01234567, 0x80000001], [0x89ABCDEF, 0], [0, 4, 31, 32, 37]):
        text = f"{b:032b}{a:032b}"
        case("shf.l.wrap.b32", [str(a), str(b), str(n)], str(int(text[n % 32 : n % 32 + 32], 2)))
        case("shf.r.wrap.b32", [str(a), str(b), str(n)], str(int(text[32 - n % 32 : 64 - n % 32], 2)))
    for selectors in [0x0123, 0x7701, 0x7654, 0x3210, 0x8888, 0xC4C4, 0xFFFF0000]:
        source = bytes.fromhex("78563412") + bytes.fromhex("EFCDAB89")
        picked = [source[selectors >> 4 * i & 7] for i in range(4)]
        picked = [(0xFF if p >= 0x80 else 0) if selectors >> 4 * i & 8 else p for i, p in enumerate(picked)]
        case("prmt.b32", [str(0x12345678), str(0x89ABCDEF), str(selectors)], str(int.from_bytes(bytes(picked), "little")))


def fields(ty, a, digits):
    size = width(ty)
    for position, length in [(0, 0), (0, 8), (4, 4), (size - 4, 8), (size, 3), (3, size), (0, 255), (260, 4), (255, 255)]:
        if size == 64 and position > 255:
            continue  # The manual says the low byte; an H200 (driver 580) takes all of the operand for bfe.u64.
        at, count = position & 255, length & 255
        text = digits[::-1][at : at + count][::-1]
        unsigned = int(text or "0", 2)
        operands = [str(position), str(length)]
        case(f"bfe.u{size}", [str(a)] + operands, str(unsigned))
        top = digits[::-1][min(size - 1, at + count - 1)] if count else "0"
        extended = int((top * size + text)[-size:], 2)
        case(f"bfe.s{size}", [str(wrap(a, f"s{size}"))] + operands, str(wrap(extended, f"s{size}")))
        into = wrap(0x5555AAAA3333CCCC, ty)
        replaced = min(count, max(size - at, 0))
        mask = ((1 << replaced) - 1) << at if replaced else 0
        case(f"bfi.{ty}", [str(a), str(into)] + operands, str(into & ~mask | a << at & mask))


def comparisons():
    orders = {"lt": {-1}, "le": {-1, 0}, "gt": {1}, "ge": {1, 0}, "eq": {0}, "ne": {-1, 1}}
    for ty in ["b16", "b32", "b64", "s16", "s32", "s64", "u16", "u32", "u64"]:
        names = ["eq", "ne"] if ty[0] == "b" else ["lt", "le", "gt", "ge"]
        for name, (a, b) in product(names, some(product(edges(ty), repeat=2), 10)):
            case(f"setp.{name}.{ty}", [str(a), str(b)], str(int((a > b) - (a < b) in orders[name])))
    for f, ftz in [(F16, ""), (F32, ""), (F32, ".ftz"), (F64, "")]:
        for a, b in [(a, b) for a, b in product(float_edges(f), repeat=2) if (a * 7 + b) % 11 < 2 or a == b]:
            x, y = (f.flush(f.decode(n)) if ftz else f.decode(n) for n in (a, b))
            order = compare(x, y)
            results = {name: int(order in wanted) for name, wanted in orders.items()}
            results |= {f"{name}u": int(order is None or order in wanted) for name, wanted in orders.items()}
            results |= {"num": int(order is not None), "nan": int(order is None)}
            for name, result in results.items():
                if len(LINES.get(f"setp.{name}{ftz}.{f.name}", [])) < 12:
                    case(f"setp.{name}{ftz}.{f.name}", [show(f, a), show(f, b)], str(result))
    for name in [form.split(".")[1] for form in LINES if form.startswith("setp.") and form.endswith(".f16")]:
        packed(f"setp.{name}.f16", lambda low, high: str(int(low) | int(high) << 1))
    for ty in ["b16", "b32", "b64", "f32", "f64"]:
        digits = width(ty) // 4
        for p in [0, 1]:
            a, b = f"0x{'7' + 'f' * (digits - 2) + '1'}", f"0x{'8'.ljust(digits, '0')}"
            case(f"selp.{ty}", [a, b, str(p)], a if p else b)


def packed(form, join):
    """The cases of a form on halves, two at a time: neighbours, in both orders."""
    lines = [line.split(" = ") for line in LINES[form]]
    for (low, below), (high, above) in [*zip(lines, lines[1:]), *zip(lines[1:], lines)]:
        operands = [f"0x{h[2:]}{l[2:]}" for l, h in zip(low.split(), high.split())]
        case(f"{form}x2", operands, join(below, above))


def floats():
    rows = {
        "add.rn": (2, add),
        "sub.rn": (2, lambda a, b: add(a, negate(b))),
        "mul.rn": (2, mul),
        "div.rn": (2, div),
        "rcp.rn": (1, lambda a: div((0, Fraction(1)), a)),
        "sqrt.rn": (1, sqrt),
        "min": (2, lambda a, b: extremum(a, b, -1, False)),
        "max": (2, lambda a, b: extremum(a, b, 1, False)),
        "min.NaN": (2, lambda a, b: extremum(a, b, -1, True)),
        "max.NaN": (2, lambda a, b: extremum(a, b, 1, True)),
        "fma.rn": (3, lambda a, b, c: add(mul(a, b), c)),
    }
    for (name, (arity, row)), (f, ftz) in product(rows.items(), [(F16, ""), (F32, ""), (F32, ".ftz"), (F64, "")]):
        if f is F16 and name in ("div.rn", "rcp.rn", "sqrt.rn") or name.endswith("NaN") and (f is F64 or ftz):
            continue
        choices = product(float_edges(f), repeat=arity)
        for operands in some(choices, {1: 30, 2: 40, 3: 50}[arity]):
            numbers = [f.flush(f.decode(bits)) if ftz else f.decode(bits) for bits in operands]
            result = f.round(row(*numbers))
            result = f.encode(f.flush(result) if ftz else result)
            case(f"{name}{ftz}.{f.name}", [show(f, bits) for bits in operands], show(f, result))
    halfway(rows["fma.rn"][1])
    for f, ftz in [(F16, ""), (F32, ""), (F32, ".ftz"), (F64, "")]:
        sign = 1 << (f.width - 1)
        for bits in float_edges(f):
            number = f.decode(bits)
            a = f.encode(f.flush(number)) if ftz else bits
            for name, result in [("neg", a ^ sign), ("abs", a & ~sign)]:
                result = f.encode((0, NAN)) if number[1] == NAN and f is F32 else result
                case(f"{name}{ftz}.{f.name}", [show(f, bits)], show(f, result))
            if f is not F16 and not ftz:
                for other in [0, sign, f.encode((1, Fraction(3))), f.encode((0, Fraction(3)))]:
                    case(f"copysign.{f.name}", [show(f, other), show(f, bits)], show(f, other & sign | bits & ~sign))


    for form in [form for form in LINES if form.endswith(".f16") and form.split(".")[0] not in ("setp", "cvt")]:
        packed(form, lambda low, high: f"0x{high[2:]}{low[2:]}")


def halfway(fma):
    """Products that a second rounding would spoil."""
    for f in [F16, F32, F64]:
        one = f.encode((0, Fraction(1)))
        for a, b, c in product([one + 1, one + 3, one - 1], [one + 1, one + 2], [1, f.encode((1, Fraction(1))), 1 << (f.width - 1) | 1]):
            result = f.encode(fma(f.decode(a), f.decode(b), f.decode(c)))
            case(f"fma.rn.{f.name}", [show(f, a), show(f, b), show(f, c)], show(f, result))


def conversions():
    for to, sources in {"s8": "s32 s64", "s16": "s8", "s32": "s8 s16", "s64": "s8 s16 s32", "u16": "u32 u64", "u32": "u16 u64", "u64": "u16 u32"}.items():
        for source in sources.split():
            for a in edges(source):
                case(f"cvt.{to}.{source}", [str(a)], str(wrap(a, to)))
    for ty, f in product(["s16", "s32", "s64", "u16", "u32", "u64"], [F16, F32, F64]):
        ties = [(1 << f.precision) + 1, (1 << f.precision) + 3, 65519, 65520, 2049, 2051]
        for a in edges(ty) + [t for t in ties if t <= bounds(ty)[1]]:
            case(f"cvt.rn.{f.name}.{ty}", [str(a)], show(f, f.encode(from_rational(a))))
        low, high = bounds(ty)
        numbers = [from_rational(n) for n in (low, high, low - 1, high + 1, Fraction(-9, 10), Fraction(5, 2), Fraction(-7, 2))]
        for bits in float_edges(f) + [f.encode(n) for n in numbers]:
            case(f"cvt.rzi.{ty}.{f.name}", [show(f, bits)], str(wrap(to_integer(f.decode(bits), f, ty), ty)))
            if f is F32:
                flushed = f.flush(f.decode(bits))
                case(f"cvt.rzi.ftz.{ty}.f32", [show(f, bits)], str(wrap(to_integer(flushed, f, ty), ty)))
    for mode, (f, ftz) in product(["rni", "rzi", "rmi", "rpi"], [(F16, ""), (F32, ""), (F32, ".ftz"), (F64, "")]):
        for bits in float_edges(f) + [f.encode((s, Fraction(n, 2))) for s in (0, 1) for n in (1, 3, 5)]:
            number = f.flush(f.decode(bits)) if ftz else f.decode(bits)
            case(f"cvt.{mode}{ftz}.{f.name}.{f.name}", [show(f, bits)], show(f, f.encode(integral(number, mode))))
    for source, to, name in [(F32, F64, "cvt"), (F64, F32, "cvt.rn"), (F16, F32, "cvt"), (F16, F64, "cvt"), (F32, F16, "cvt.rn"), (F64, F16, "cvt.rn")]:
        ties = [source.encode((0, 1 + Fraction(n, 1 << to.precision))) for n in (1, 3)] if source.precision > to.precision else []
        for bits in float_edges(source) + float_edges_of(to, source) + ties:
            number = source.decode(bits)
            case(f"{name}.{to.name}.{source.name}", [show(source, bits)], show(to, to.encode(number)))
            if F16 not in (source, to):
                if source is F32:
                    result = to.encode(source.flush(number))
                else:
                    result = to.encode(to.flush(to.round(number)))
                case(f"{name}.ftz.{to.name}.{source.name}", [show(source, bits)], show(to, result))


def float_edges_of(f, target):
    """The edges of one format in another."""
    return [target.encode(f.decode(bits)) for bits in float_edges(f)]


for section in [integers, bits, comparisons, floats, conversions]:
    section()
print("# Written by cases.py: form: operands = result; ... Hexadecimal numbers are bits.")
for form, lines in LINES.items():
    print(f"{form}: {'; '.join(lines)}")
