//! The functions under their names in <math.h>. Never decides whether a call may be replaced: that is the importer's.

use crate::algebra::{Algebra, Float, Value};
use crate::native::{Int, Native};
use crate::number::is_nan;
use crate::real::{Pair, Plain};
use crate::{arc, erf, exp, hyperbolic, log, modulo, pow, root, simple, trig};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    F32,
    F64,
    /// C's `int`, sign-extended.
    I64,
}

/// An argument or a result.
#[derive(Clone, Copy)]
pub enum Operand<A: Algebra> {
    F32(A::F32),
    F64(A::F64),
    I64(A::I64),
}

/// A function on plain numbers, by its arguments; the result has the type of the first.
#[derive(Clone, Copy)]
pub enum Evaluate {
    F32(fn(f32) -> f32),
    F32F32(fn(f32, f32) -> f32),
    F32I64(fn(f32, i64) -> f32),
    F64(fn(f64) -> f64),
    F64F64(fn(f64, f64) -> f64),
    F64I64(fn(f64, i64) -> f64),
}

/// How far results are those of a C library that follows IEEE 754; NaNs aside, which differ in sign and payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// To the bit: rounded at most once, and nothing left open.
    Same,
    /// But for the sign of a zero.
    Zeros,
    /// The last bit may differ, as it does between C libraries and between processors.
    LastBit,
}

/// C leaves open which of two zeros they return: glibc's return the second argument, LLVM's code either.
const ZEROS_OPEN: [&str; 4] = ["fmax", "fmaxf", "fmin", "fminf"];

pub struct Function {
    pub name: &'static str,
    /// In units in the last place: what `measure.py` saw, rounded up. Subnormal results may be rounded twice, hence the
    /// larger figures of functions that have them.
    pub error: f64,
    pub evaluate: Evaluate,
}

impl Function {
    pub fn arguments(&self) -> &'static [Type] {
        match self.evaluate {
            Evaluate::F32(_) => &[Type::F32],
            Evaluate::F32F32(_) => &[Type::F32, Type::F32],
            Evaluate::F32I64(_) => &[Type::F32, Type::I64],
            Evaluate::F64(_) => &[Type::F64],
            Evaluate::F64F64(_) => &[Type::F64, Type::F64],
            Evaluate::F64I64(_) => &[Type::F64, Type::I64],
        }
    }

    pub fn result(&self) -> Type {
        self.arguments()[0]
    }

    pub fn agreement(&self) -> Agreement {
        if ZEROS_OPEN.contains(&self.name) {
            Agreement::Zeros
        } else if self.error <= 0.5 {
            Agreement::Same
        } else {
            Agreement::LastBit
        }
    }
}

/// The entry with this name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|it| it.name == name)
}

/// All NaNs as one, since devices disagree on their bits.
fn same_nan<A: Algebra, F: Float<A>>(a: A, x: F) -> F {
    Value::select(is_nan(x), F::constant(a, f32::NAN), x)
}

/// A function in f32: computed in f64 and rounded.
fn single<A: Algebra>(a: A, x: A::F32, body: impl Fn(A, A::F64) -> A::F64) -> A::F32 {
    a.narrow(body(a, a.widen(x)))
}

fn single2<A: Algebra>(a: A, x: A::F32, y: A::F32, body: impl Fn(A, A::F64, A::F64) -> A::F64) -> A::F32 {
    a.narrow(body(a, a.widen(x), a.widen(y)))
}

/// Each line: name, measured error, arguments, body for an algebra `A`.
macro_rules! functions {
    ($($name:ident $error:literal |$a:ident, $first:ident: $result:ident $(, $next:ident: $type:ident)*| $body:expr;)*) => {
        /// The functions by their names in C.
        pub mod c {
            use super::*;

            $(pub fn $name<A: Algebra>($a: A, $first: A::$result $(, $next: A::$type)*) -> A::$result {
                same_nan($a, $body)
            })*
        }

        pub const FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            error: $error,
            evaluate: functions!(@evaluate $name $result $($type)*),
        }),*];

        /// The result of the function `name`, computed in `a`; None if there is none of that name and these arguments.
        pub fn apply<A: Algebra>(a: A, name: &str, arguments: &[Operand<A>]) -> Option<Operand<A>> {
            match arguments {
                $(&[Operand::$result($first) $(, Operand::$type($next))*] if name == stringify!($name) => {
                    Some(Operand::$result(c::$name(a, $first $(, $next)*)))
                })*
                _ => None,
            }
        }
    };
    (@evaluate $name:ident F32) => { Evaluate::F32(|x| c::$name(Native, x)) };
    (@evaluate $name:ident F64) => { Evaluate::F64(|x| c::$name(Native, x)) };
    (@evaluate $name:ident F32 F32) => { Evaluate::F32F32(|x, y| c::$name(Native, x, y)) };
    (@evaluate $name:ident F64 F64) => { Evaluate::F64F64(|x, y| c::$name(Native, x, y)) };
    (@evaluate $name:ident F32 I64) => { Evaluate::F32I64(|x, n| c::$name(Native, x, Int(n))) };
    (@evaluate $name:ident F64 I64) => { Evaluate::F64I64(|x, n| c::$name(Native, x, Int(n))) };
}

functions! {
    exp 0.75 |a, x: F64| exp::exp::<A, Pair<A>>(a, x);
    expf 0.501 |a, x: F32| single(a, x, exp::exp::<A, Plain<A>>);
    exp2 0.75 |a, x: F64| exp::exp2::<A, Pair<A>>(a, x);
    exp2f 0.501 |a, x: F32| single(a, x, exp::exp2::<A, Plain<A>>);
    expm1 0.51 |a, x: F64| exp::expm1::<A, Pair<A>>(a, x);
    expm1f 0.501 |a, x: F32| single(a, x, exp::expm1::<A, Plain<A>>);
    log 0.51 |a, x: F64| log::log::<A, Pair<A>>(a, x);
    logf 0.501 |a, x: F32| single(a, x, log::log::<A, Plain<A>>);
    log2 0.52 |a, x: F64| log::log2::<A, Pair<A>>(a, x);
    log2f 0.501 |a, x: F32| single(a, x, log::log2::<A, Plain<A>>);
    log10 0.52 |a, x: F64| log::log10::<A, Pair<A>>(a, x);
    log10f 0.501 |a, x: F32| single(a, x, log::log10::<A, Plain<A>>);
    log1p 0.51 |a, x: F64| log::log1p::<A, Pair<A>>(a, x);
    log1pf 0.501 |a, x: F32| single(a, x, log::log1p::<A, Plain<A>>);
    pow 0.75 |a, x: F64, y: F64| pow::pow::<A, Pair<A>>(a, x, y);
    powf 0.501 |a, x: F32, y: F32| single2(a, x, y, pow::pow::<A, Plain<A>>);
    sin 0.71 |a, x: F64| trig::sin::<A, Pair<A>>(a, x);
    sinf 0.501 |a, x: F32| single(a, x, trig::sin::<A, Plain<A>>);
    cos 0.71 |a, x: F64| trig::cos::<A, Pair<A>>(a, x);
    cosf 0.501 |a, x: F32| single(a, x, trig::cos::<A, Plain<A>>);
    tan 0.8 |a, x: F64| trig::tan::<A, Pair<A>>(a, x);
    tanf 0.501 |a, x: F32| single(a, x, trig::tan::<A, Plain<A>>);
    asin 0.53 |a, x: F64| arc::asin::<A, Pair<A>>(a, x);
    asinf 0.501 |a, x: F32| single(a, x, arc::asin::<A, Plain<A>>);
    acos 0.51 |a, x: F64| arc::acos::<A, Pair<A>>(a, x);
    acosf 0.501 |a, x: F32| single(a, x, arc::acos::<A, Plain<A>>);
    atan 0.52 |a, x: F64| arc::atan::<A, Pair<A>>(a, x);
    atanf 0.501 |a, x: F32| single(a, x, arc::atan::<A, Plain<A>>);
    atan2 0.53 |a, y: F64, x: F64| arc::atan2::<A, Pair<A>>(a, y, x);
    atan2f 0.501 |a, y: F32, x: F32| single2(a, y, x, arc::atan2::<A, Plain<A>>);
    sinh 0.52 |a, x: F64| hyperbolic::sinh::<A, Pair<A>>(a, x);
    sinhf 0.501 |a, x: F32| single(a, x, hyperbolic::sinh::<A, Plain<A>>);
    cosh 0.51 |a, x: F64| hyperbolic::cosh::<A, Pair<A>>(a, x);
    coshf 0.501 |a, x: F32| single(a, x, hyperbolic::cosh::<A, Plain<A>>);
    tanh 0.51 |a, x: F64| hyperbolic::tanh::<A, Pair<A>>(a, x);
    tanhf 0.501 |a, x: F32| single(a, x, hyperbolic::tanh::<A, Plain<A>>);
    asinh 0.51 |a, x: F64| hyperbolic::asinh::<A, Pair<A>>(a, x);
    asinhf 0.501 |a, x: F32| single(a, x, hyperbolic::asinh::<A, Plain<A>>);
    acosh 0.51 |a, x: F64| hyperbolic::acosh::<A, Pair<A>>(a, x);
    acoshf 0.501 |a, x: F32| single(a, x, hyperbolic::acosh::<A, Plain<A>>);
    atanh 0.51 |a, x: F64| hyperbolic::atanh::<A, Pair<A>>(a, x);
    atanhf 0.501 |a, x: F32| single(a, x, hyperbolic::atanh::<A, Plain<A>>);
    erf 0.53 |a, x: F64| erf::erf::<A, Pair<A>>(a, x);
    erff 0.501 |a, x: F32| single(a, x, erf::erf::<A, Plain<A>>);
    erfc 0.75 |a, x: F64| erf::erfc::<A, Pair<A>>(a, x);
    erfcf 0.501 |a, x: F32| single(a, x, erf::erfc::<A, Plain<A>>);
    cbrt 0.501 |a, x: F64| root::cbrt::<A, Pair<A>>(a, x);
    cbrtf 0.501 |a, x: F32| single(a, x, root::cbrt::<A, Plain<A>>);
    hypot 0.501 |a, x: F64, y: F64| root::hypot::<A, Pair<A>>(a, x, y);
    hypotf 0.501 |a, x: F32, y: F32| single2(a, x, y, root::hypot::<A, Plain<A>>);
    fmod 0.0 |a, x: F64, y: F64| modulo::fmod(a, x, y);
    fmodf 0.0 |a, x: F32, y: F32| single2(a, x, y, modulo::fmod);
    remainder 0.0 |a, x: F64, y: F64| modulo::remainder(a, x, y);
    remainderf 0.0 |a, x: F32, y: F32| single2(a, x, y, modulo::remainder);
    fmax 0.0 |a, x: F64, y: F64| simple::fmax(a, x, y);
    fmaxf 0.0 |a, x: F32, y: F32| simple::fmax(a, x, y);
    fmin 0.0 |a, x: F64, y: F64| simple::fmin(a, x, y);
    fminf 0.0 |a, x: F32, y: F32| simple::fmin(a, x, y);
    fdim 0.5 |a, x: F64, y: F64| simple::fdim(a, x, y);
    fdimf 0.5 |a, x: F32, y: F32| simple::fdim(a, x, y);
    round 0.0 |a, x: F64| simple::round(a, x);
    roundf 0.0 |a, x: F32| simple::round(a, x);
    rint 0.0 |a, x: F64| simple::round_even(a, x);
    rintf 0.0 |a, x: F32| simple::round_even(a, x);
    nearbyint 0.0 |a, x: F64| simple::round_even(a, x);
    nearbyintf 0.0 |a, x: F32| simple::round_even(a, x);
    logb 0.0 |a, x: F64| simple::logb(a, x);
    logbf 0.0 |a, x: F32| single(a, x, simple::logb);
    ldexp 0.5 |a, x: F64, n: I64| simple::ldexp(a, x, n);
    ldexpf 0.5 |a, x: F32, n: I64| single(a, x, |a, x| simple::ldexp_exact(a, x, n));
    scalbn 0.5 |a, x: F64, n: I64| simple::ldexp(a, x, n);
    scalbnf 0.5 |a, x: F32, n: I64| single(a, x, |a, x| simple::ldexp_exact(a, x, n));
}
