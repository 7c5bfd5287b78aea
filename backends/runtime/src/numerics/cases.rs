//! The cases: code as the back ends get it, and what the host computes. `text` makes kernels of the first, `judge`
//! compares with the second. What C leaves undefined has no expected result.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::operands::Item;
use super::{Need, Operation, Type};
use Operation::{Bits, Compare, FromInteger, Move, Resize, Round, Shift, Sqrt, ToInteger};

/// What a case computes. In the text, `$r` is the result, `$r_x` any other value of its own; `$a`, `$b`, `$c` are
/// floats of type `$t`; `$p`, `$q` integers of 64 bits or, in cases of `i32`, their low halves, which `$p32`, `$q32`
/// always are; `$n` is half of `$p`, `$d` odd, `$s` less than the number of bits.
pub enum Code {
    Text(&'static str),
    /// The bits that the predicates of this comparison of these operands give, the first lowest.
    Mask(&'static str, &'static [&'static str], &'static str),
}

pub struct Case {
    pub name: &'static str,
    pub code: Code,
    /// The type of the operands.
    pub ty: Type,
    pub result: Type,
    pub needs: Vec<Need>,
    pub expected: Expected,
}

/// The bits of the result.
pub type Expected = Box<dyn Fn(&Item) -> Option<u64>>;

impl Case {
    fn new(
        name: &'static str,
        (ty, result): (Type, Type),
        operations: &[Operation],
        code: Code,
        expected: impl Fn(&Item) -> Option<u64> + 'static,
    ) -> Self {
        let needs = operations.iter().map(|&operation| (ty, operation)).collect();
        Self { name, code, ty, result, needs, expected: Box::new(expected) }
    }
}

/// A float type of the host.
pub trait Float:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    const TYPE: Type;
    fn read(bits: u64) -> Self;
    fn bits(self) -> u64;
    /// An `i32`, `u32`, `i64` or `u64`, rounded once.
    fn of_i32(number: i32) -> Self;
    fn of_u32(number: u32) -> Self;
    fn of_i64(number: i64) -> Self;
    fn of_u64(number: u64) -> Self;
    /// The decimal number nearest to which `number` is.
    fn of(number: f64) -> Self;
    fn wide(self) -> f64;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn trunc(self) -> Self;
    fn round_ties_even(self) -> Self;
}

macro_rules! float {
    ($float:ident, $bits:ty, $ty:expr) => {
        impl Float for $float {
            const TYPE: Type = $ty;
            fn read(bits: u64) -> Self {
                Self::from_bits(bits as $bits)
            }
            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }
            fn of_i32(number: i32) -> Self {
                number as Self
            }
            fn of_u32(number: u32) -> Self {
                number as Self
            }
            fn of_i64(number: i64) -> Self {
                number as Self
            }
            fn of_u64(number: u64) -> Self {
                number as Self
            }
            fn of(number: f64) -> Self {
                number as Self
            }
            fn wide(self) -> f64 {
                f64::from(self)
            }
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            fn abs(self) -> Self {
                self.abs()
            }
            fn copysign(self, sign: Self) -> Self {
                self.copysign(sign)
            }
            fn floor(self) -> Self {
                self.floor()
            }
            fn ceil(self) -> Self {
                self.ceil()
            }
            fn trunc(self) -> Self {
                self.trunc()
            }
            fn round_ties_even(self) -> Self {
                self.round_ties_even()
            }
        }
    };
}
float!(f32, u32, Type::F32);
float!(f64, u64, Type::F64);

/// A case whose result is of the operands' float type; the function takes a, b and c.
fn float<T: Float>(name: &'static str, operations: &[Operation], text: &'static str, value: fn(T, T, T) -> T) -> Case {
    let expected = move |item: &Item| Some(value(T::read(item.a), T::read(item.b), T::read(item.c)).bits());
    Case::new(name, (T::TYPE, T::TYPE), operations, Code::Text(text), expected)
}

/// A case that makes a float of p.
fn from_integer<T: Float>(name: &'static str, text: &'static str, value: fn(i64) -> T) -> Case {
    let expected = move |item: &Item| Some(value(item.p).bits());
    Case::new(name, (T::TYPE, T::TYPE), &[FromInteger], Code::Text(text), expected)
}

/// A case that makes an integer of a, if that lies above the first and below the second number.
fn to_integer<T: Float>(
    name: &'static str,
    result: Type,
    text: &'static str,
    limits: (f64, f64),
    value: fn(f64) -> u64,
) -> Case {
    let expected = move |item: &Item| {
        let a = T::read(item.a).wide();
        (a > limits.0 && a < limits.1).then(|| value(a))
    };
    Case::new(name, (T::TYPE, result), &[ToInteger], Code::Text(text), expected)
}

pub fn float_cases<T: Float>() -> Vec<Case> {
    [moves::<T>(), sums_and_products::<T>(), not_simplified::<T>(), roundings::<T>(), corrected_float_cases::<T>()]
        .into_iter()
        .flatten()
        .collect()
}

fn moves<T: Float>() -> Vec<Case> {
    let chosen = |item: &Item| Some(if (item.p as i32) < item.q as i32 { item.a } else { item.b });
    let text = Code::Text("$r_c = arith.cmpi slt, $p32, $q32 : i32\n$r = arith.select $r_c, $a, $b : $t");
    vec![
        Case::new("p < q ? a : b", (T::TYPE, T::TYPE), &[Move], text, chosen),
        float::<T>(
            "a < b ? a : b",
            &[Move, Compare],
            "$r_c = arith.cmpf olt, $a, $b : $t\n$r = arith.select $r_c, $a, $b : $t",
            |a, b, _| if a < b { a } else { b },
        ),
        comparisons::<T>("a compared with b", "$a, $b : $t", |item| (T::read(item.a), T::read(item.b))),
        comparisons::<T>("a compared with a", "$a, $a : $t", |item| (T::read(item.a), T::read(item.a))),
        float::<T>("-a", &[Bits], "$r = arith.negf $a : $t", |a, _, _| -a),
        float::<T>("|a|", &[Bits], "$r = math.absf $a : $t", |a, _, _| a.abs()),
        float::<T>("copysign(a, b)", &[Bits], "$r = math.copysign $a, $b : $t", |a, b, _| a.copysign(b)),
    ]
}

const FLOAT_PREDICATES: &[&str] =
    &["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];

fn comparisons<T: Float>(name: &'static str, operands: &'static str, of: fn(&Item) -> (T, T)) -> Case {
    let expected = move |item: &Item| {
        let (a, b) = of(item);
        let order = a.partial_cmp(&b);
        let none = order.is_none();
        let (less, equal, greater) = (a < b, a == b, a > b);
        let ordered = [equal, greater, greater || equal, less, less || equal, less || greater, !none];
        let or_none = [equal, greater, greater || equal, less, less || equal, less || greater, false];
        Some(mask(ordered.into_iter().chain(or_none.map(|holds| holds || none))))
    };
    let code = Code::Mask("arith.cmpf", FLOAT_PREDICATES, operands);
    Case::new(name, (T::TYPE, Type::I32), &[Compare], code, expected)
}

/// What holds, the first as the lowest bit.
fn mask(holds: impl IntoIterator<Item = bool>) -> u64 {
    holds.into_iter().enumerate().fold(0, |mask, (i, holds)| mask | u64::from(holds) << i)
}

fn sums_and_products<T: Float>() -> Vec<Case> {
    use Operation::{Add, Div, Mul, Sub};
    vec![
        float::<T>("a + b", &[Add], "$r = arith.addf $a, $b : $t", |a, b, _| a + b),
        float::<T>("a - b", &[Sub], "$r = arith.subf $a, $b : $t", |a, b, _| a - b),
        float::<T>("a * b", &[Mul], "$r = arith.mulf $a, $b : $t", |a, b, _| a * b),
        float::<T>("a / b", &[Div], "$r = arith.divf $a, $b : $t", |a, b, _| a / b),
        float::<T>("sqrt(a)", &[Sqrt], "$r = math.sqrt $a : $t", |a, _, _| a.sqrt()),
        float::<T>(
            "a * b + c",
            &[Mul, Add],
            "$r_m = arith.mulf $a, $b : $t\n$r = arith.addf $r_m, $c : $t",
            |a, b, c| a * b + c,
        ),
        float::<T>(
            "-c - a * b",
            &[Mul, Sub],
            "$r_n = arith.negf $c : $t\n$r_m = arith.mulf $a, $b : $t\n$r = arith.subf $r_n, $r_m : $t",
            |a, b, c| -c - a * b,
        ),
    ]
}

fn difference<T: Float>(a: T, b: T) -> T {
    a - b
}

fn quotient<T: Float>(a: T, b: T) -> T {
    a / b
}

/// What is simpler in real arithmetic.
fn not_simplified<T: Float>() -> Vec<Case> {
    use Operation::{Add, Div, Mul, Sub};
    vec![
        float::<T>(
            "a * b + a * c",
            &[Mul, Add],
            "$r_b = arith.mulf $a, $b : $t\n$r_c = arith.mulf $a, $c : $t\n$r = arith.addf $r_b, $r_c : $t",
            |a, b, c| a * b + a * c,
        ),
        float::<T>(
            "(a + b) - b",
            &[Add, Sub],
            "$r_s = arith.addf $a, $b : $t\n$r = arith.subf $r_s, $b : $t",
            |a, b, _| (a + b) - b,
        ),
        float::<T>(
            "(a * 3) * 5.7",
            &[Mul],
            "$r_3 = arith.constant 3.0 : $t\n$r_m = arith.mulf $a, $r_3 : $t
$r_5 = arith.constant 5.7 : $t\n$r = arith.mulf $r_m, $r_5 : $t",
            |a, _, _| (a * T::of(3.0)) * T::of(5.7),
        ),
        float::<T>("a * 1", &[Mul], "$r_1 = arith.constant 1.0 : $t\n$r = arith.mulf $a, $r_1 : $t", |a, _, _| {
            a * T::of(1.0)
        }),
        float::<T>("a - a", &[Sub], "$r = arith.subf $a, $a : $t", |a, _, _| difference(a, a)),
        float::<T>("a / a", &[Div], "$r = arith.divf $a, $a : $t", |a, _, _| quotient(a, a)),
        float::<T>("a / 3", &[Div], "$r_3 = arith.constant 3.0 : $t\n$r = arith.divf $a, $r_3 : $t", |a, _, _| {
            a / T::of(3.0)
        }),
        float::<T>(
            "a / b * b",
            &[Div, Mul],
            "$r_d = arith.divf $a, $b : $t\n$r = arith.mulf $r_d, $b : $t",
            |a, b, _| a / b * b,
        ),
        float::<T>(
            "1 / sqrt(a)",
            &[Div, Sqrt],
            "$r_1 = arith.constant 1.0 : $t\n$r_s = math.sqrt $a : $t\n$r = arith.divf $r_1, $r_s : $t",
            |a, _, _| T::of(1.0) / a.sqrt(),
        ),
        float::<T>(
            "sqrt(a * a)",
            &[Sqrt, Mul],
            "$r_m = arith.mulf $a, $a : $t\n$r = math.sqrt $r_m : $t",
            |a, _, _| (a * a).sqrt(),
        ),
    ]
}

fn roundings<T: Float>() -> Vec<Case> {
    const TWO_31: f64 = 2_147_483_648.0;
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    let unsigned32 = |a: f64| u64::from(a as u32);
    let signed32 = |a: f64| u64::from(a as i32 as u32);
    vec![
        float::<T>("floor(a)", &[Round], "$r = math.floor $a : $t", |a, _, _| a.floor()),
        float::<T>("ceil(a)", &[Round], "$r = math.ceil $a : $t", |a, _, _| a.ceil()),
        float::<T>("trunc(a)", &[Round], "$r = math.trunc $a : $t", |a, _, _| a.trunc()),
        float::<T>("rint(a)", &[Round], "$r = math.roundeven $a : $t", |a, _, _| a.round_ties_even()),
        from_integer::<T>("(float)(int)p", "$r = arith.sitofp $p32 : i32 to $t", |p| T::of_i32(p as i32)),
        from_integer::<T>("(float)(unsigned)p", "$r = arith.uitofp $p32 : i32 to $t", |p| T::of_u32(p as u32)),
        from_integer::<T>("(float)p", "$r = arith.sitofp $p : i64 to $t", T::of_i64),
        from_integer::<T>("(float)(unsigned long)p", "$r = arith.uitofp $p : i64 to $t", |p| T::of_u64(p as u64)),
        to_integer::<T>("(int)a", Type::I32, "$r = arith.fptosi $a : $t to i32", (-TWO_31 - 1.0, TWO_31), signed32),
        to_integer::<T>("(unsigned)a", Type::I32, "$r = arith.fptoui $a : $t to i32", (-1.0, 2.0 * TWO_31), unsigned32),
        to_integer::<T>("(long)a", Type::I64, "$r = arith.fptosi $a : $t to i64", (-TWO_63, TWO_63), |a| {
            a as i64 as u64
        }),
        to_integer::<T>("(unsigned long)a", Type::I64, "$r = arith.fptoui $a : $t to i64", (-1.0, 2.0 * TWO_63), |a| {
            a as u64
        }),
    ]
}

/// Those in which our SPIR-V back end hides a zero from the driver.
pub fn corrected_float_cases<T: Float>() -> Vec<Case> {
    use Operation::{Add, Div, Mul, Sub};
    vec![
        float::<T>("a * 0", &[Mul], "$r_0 = arith.constant 0.0 : $t\n$r = arith.mulf $a, $r_0 : $t", |a, _, _| {
            a * T::of(0.0)
        }),
        float::<T>("a * -0", &[Mul], "$r_0 = arith.constant -0.0 : $t\n$r = arith.mulf $a, $r_0 : $t", |a, _, _| {
            a * T::of(-0.0)
        }),
        float::<T>("a + 0", &[Add], "$r_0 = arith.constant 0.0 : $t\n$r = arith.addf $a, $r_0 : $t", |a, _, _| {
            a + T::of(0.0)
        }),
        float::<T>("a - -0", &[Sub], "$r_0 = arith.constant -0.0 : $t\n$r = arith.subf $a, $r_0 : $t", |a, _, _| {
            a - T::of(-0.0)
        }),
        float::<T>("0 - a", &[Sub], "$r_0 = arith.constant 0.0 : $t\n$r = arith.subf $r_0, $a : $t", |a, _, _| {
            T::of(0.0) - a
        }),
        float::<T>("0 / a", &[Div], "$r_0 = arith.constant 0.0 : $t\n$r = arith.divf $r_0, $a : $t", |a, _, _| {
            T::of(0.0) / a
        }),
        float::<T>(
            "(float)0 * a",
            &[FromInteger],
            "$r_0 = arith.constant 0 : i32\n$r_f = arith.sitofp $r_0 : i32 to $t\n$r = arith.mulf $r_f, $a : $t",
            |a, _, _| T::of(0.0) * a,
        ),
    ]
}

/// The conversions between the two float types; one comes from the low bits of p.
pub fn resizing_cases() -> Vec<Case> {
    let widened = |item: &Item| Some(f64::from(f32::from_bits(item.p as u32)).to_bits());
    let narrowed = |item: &Item| Some(u64::from((f64::from_bits(item.a) as f32).to_bits()));
    let widen = Code::Text("$r_p = arith.bitcast $p32 : i32 to f32\n$r = arith.extf $r_p : f32 to f64");
    let narrow = Code::Text("$r = arith.truncf $a : f64 to f32");
    vec![
        Case::new("(double)(float of p's bits)", (Type::F64, Type::F64), &[Resize], widen, widened),
        Case::new("(float)a", (Type::F64, Type::F32), &[Resize], narrow, narrowed),
    ]
}

/// An integer type of the host, by what it makes of p and q.
#[derive(Clone, Copy)]
struct Integer {
    ty: Type,
    bits: u32,
}

impl Integer {
    fn signed(self, number: i64) -> i64 {
        number << (64 - self.bits) >> (64 - self.bits)
    }

    fn unsigned(self, number: i64) -> u64 {
        number as u64 & (u64::MAX >> (64 - self.bits))
    }

    /// A case of the operation on signed numbers.
    fn case(
        self,
        name: &'static str,
        operation: Operation,
        text: &'static str,
        value: fn(Integer, i64, i64) -> i64,
    ) -> Case {
        let expected = move |item: &Item| {
            let (p, q) = (self.signed(item.p), self.signed(item.q));
            Some(self.unsigned(value(self, p, q)))
        };
        Case::new(name, (self.ty, self.ty), &[operation], Code::Text(text), expected)
    }
}

const INTEGER_PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

pub fn integer_cases(ty: Type) -> Vec<Case> {
    use Operation::{Add, Div, Mul, Sub};
    let i = Integer { ty, bits: 8 * ty.bytes() as u32 };
    let compared = move |item: &Item| {
        let (p, q, up, uq) = (i.signed(item.p), i.signed(item.q), i.unsigned(item.p), i.unsigned(item.q));
        Some(mask([p == q, p != q, p < q, p <= q, p > q, p >= q, up < uq, up <= uq, up > uq, up >= uq]))
    };
    let comparison = Code::Mask("arith.cmpi", INTEGER_PREDICATES, "$p, $q : $t");
    vec![
        i.case("p + q", Add, "$r = arith.addi $p, $q : $t", |_, p, q| p.wrapping_add(q)),
        i.case("p - q", Sub, "$r = arith.subi $p, $q : $t", |_, p, q| p.wrapping_sub(q)),
        i.case("p * q", Mul, "$r = arith.muli $p, $q : $t", |_, p, q| p.wrapping_mul(q)),
        i.case("(p >> 1) / (q | 1)", Div, "$r = arith.divsi $n, $d : $t", |_, p, q| (p >> 1) / (q | 1)),
        i.case("(p >> 1) % (q | 1)", Div, "$r = arith.remsi $n, $d : $t", |_, p, q| (p >> 1) % (q | 1)),
        i.case("p / (q | 1), unsigned", Div, "$r = arith.divui $p, $d : $t", |i, p, q| {
            (i.unsigned(p) / i.unsigned(q | 1)) as i64
        }),
        i.case("p % (q | 1), unsigned", Div, "$r = arith.remui $p, $d : $t", |i, p, q| {
            (i.unsigned(p) % i.unsigned(q | 1)) as i64
        }),
        i.case("p << s", Shift, "$r = arith.shli $p, $s : $t", |i, p, q| p << (q as u32 & (i.bits - 1))),
        i.case("p >> s", Shift, "$r = arith.shrsi $p, $s : $t", |i, p, q| p >> (q as u32 & (i.bits - 1))),
        i.case("p >> s, unsigned", Shift, "$r = arith.shrui $p, $s : $t", |i, p, q| {
            (i.unsigned(p) >> (q as u32 & (i.bits - 1))) as i64
        }),
        i.case("min(p, q)", Compare, "$r = arith.minsi $p, $q : $t", |_, p, q| p.min(q)),
        i.case("max(p, q), unsigned", Compare, "$r = arith.maxui $p, $q : $t", |i, p, q| {
            i.unsigned(p).max(i.unsigned(q)) as i64
        }),
        Case::new("p compared with q", (ty, Type::I32), &[Compare], comparison, compared),
    ]
}

/// 64-bit integers that were narrower.
pub fn extending_cases() -> Vec<Case> {
    let sign = |item: &Item| Some(i64::from(item.p as i32) as u64);
    let zero = |item: &Item| Some(u64::from(item.p as u32));
    let narrow = |item: &Item| Some(u64::from((item.p.wrapping_add(item.q)) as u32));
    let extend = Code::Text("$r = arith.extsi $p32 : i32 to i64");
    let extend_zero = Code::Text("$r = arith.extui $p32 : i32 to i64");
    let truncate = Code::Text("$r_s = arith.addi $p, $q : i64\n$r = arith.trunci $r_s : i64 to i32");
    let of = |result| (Type::I64, result);
    let mut cases = vec![
        Case::new("(long)(int)p", of(Type::I64), &[Resize], extend, sign),
        Case::new("(unsigned long)(unsigned)p", of(Type::I64), &[Resize], extend_zero, zero),
        Case::new("(int)(p + q)", of(Type::I32), &[Resize], truncate, narrow),
    ];
    cases.extend(corrected_extending_cases());
    cases
}

/// Those in which our SPIR-V back end hides the extension from the driver.
pub fn corrected_extending_cases() -> Vec<Case> {
    let below = |item: &Item| Some(u64::from((item.p as i32) < 1));
    let text = "$r_e = arith.extsi $p32 : i32 to i64\n$r_1 = arith.constant 1 : i64
$r_c = arith.cmpi slt, $r_e, $r_1 : i64\n$r = arith.extui $r_c : i1 to i32";
    vec![Case::new("(long)(int)p < 1", (Type::I64, Type::I32), &[Compare], Code::Text(text), below)]
}
