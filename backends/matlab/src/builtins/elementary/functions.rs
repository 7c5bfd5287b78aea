//! The tables of elementary functions of one number: exponentials, logarithms, trigonometry. Extents and classes are the mapper's.

use super::libm;
use super::mapper::{Mapper, real, total};
use num_complex::{Complex32, Complex64};
use std::f64::consts::{LN_2, LN_10, PI};

/// Makes a complex function of doubles one of singles.
macro_rules! narrowed {
    ($function:expr) => {
        |z: Complex32| {
            let result: Complex64 = $function(Complex64::new(z.re.into(), z.im.into()));
            Complex32::new(result.re as f32, result.im as f32)
        }
    };
}

pub const EXP: Mapper = total("exp", f64::exp, f32::exp, libm::cexp, libm::cexpf);
pub const EXPM1: Mapper = total("expm1", f64::exp_m1, f32::exp_m1, expm1, narrowed!(expm1));
pub const SQRT: Mapper = total("sqrt", f64::sqrt, f32::sqrt, libm::csqrt, libm::csqrtf).with_domain(
    not_negative,
    |x| Complex64::new(0.0, (-x).sqrt()),
    |x| Complex32::new(0.0, (-x).sqrt()),
);
pub const CBRT: Mapper = real("cbrt", libm::cbrt, f32::cbrt);
pub const LOG: Mapper = total("log", f64::ln, f32::ln, libm::clog, libm::clogf).with_domain(
    not_negative,
    |x| Complex64::new((-x).ln(), PI),
    |x| Complex32::new((-x).ln(), std::f32::consts::PI),
);
pub const LOG2: Mapper =
    total("log2", f64::log2, f32::log2, |z| libm::clog(z) / LN_2, |z| libm::clogf(z) / std::f32::consts::LN_2)
        .with_domain(
            not_negative,
            |x| Complex64::new((-x).log2(), PI / LN_2),
            |x| Complex32::new((-x).log2(), std::f32::consts::PI / std::f32::consts::LN_2),
        );
pub const LOG10: Mapper =
    total("log10", f64::log10, f32::log10, |z| libm::clog(z) / LN_10, |z| libm::clogf(z) / std::f32::consts::LN_10)
        .with_domain(
            not_negative,
            |x| Complex64::new((-x).log10(), PI / LN_10),
            |x| Complex32::new((-x).log10(), std::f32::consts::PI / std::f32::consts::LN_10),
        );
pub const LOG1P: Mapper = total("log1p", f64::ln_1p, f32::ln_1p, log1p, narrowed!(log1p)).with_domain(
    |x| !(x < -1.0),
    |x| Complex64::new((-(1.0 + x)).ln(), PI),
    |x| Complex32::new((-(1.0 + x)).ln(), std::f32::consts::PI),
);

pub const SIN: Mapper = total("sin", f64::sin, f32::sin, libm::csin, libm::csinf);
pub const COS: Mapper = total("cos", f64::cos, f32::cos, libm::ccos, libm::ccosf);
pub const TAN: Mapper = total("tan", f64::tan, f32::tan, libm::ctan, libm::ctanf);
pub const SINH: Mapper = total("sinh", f64::sinh, f32::sinh, libm::csinh, libm::csinhf);
pub const COSH: Mapper = total("cosh", f64::cosh, f32::cosh, libm::ccosh, libm::ccoshf);
pub const TANH: Mapper = total("tanh", f64::tanh, f32::tanh, libm::ctanh, libm::ctanhf);
pub const ATAN: Mapper = total("atan", f64::atan, f32::atan, libm::catan, libm::catanf);
pub const ASINH: Mapper = total("asinh", libm::asinh, libm::asinhf, libm::casinh, libm::casinhf);
pub const ASIN: Mapper = total("asin", f64::asin, f32::asin, asin, asinf).with_domain(
    at_most_one,
    |x| asin(Complex64::new(x, 0.0)),
    |x| asinf(Complex32::new(x, 0.0)),
);
pub const ACOS: Mapper = total("acos", f64::acos, f32::acos, acos, acosf).with_domain(
    at_most_one,
    |x| acos(Complex64::new(x, 0.0)),
    |x| acosf(Complex32::new(x, 0.0)),
);
pub const ACOSH: Mapper = total("acosh", libm::acosh, libm::acoshf, libm::cacosh, libm::cacoshf).with_domain(
    |x| !(x < 1.0),
    |x| libm::cacosh(Complex64::new(x, 0.0)),
    |x| libm::cacoshf(Complex32::new(x, 0.0)),
);
pub const ATANH: Mapper = total("atanh", libm::atanh, libm::atanhf, libm::catanh, libm::catanhf).with_domain(
    at_most_one,
    |x| libm::catanh(Complex64::new(x, 0.0)),
    |x| libm::catanhf(Complex32::new(x, 0.0)),
);

/// `sign` calls itself otherwise in messages.
pub const SIGN: Mapper = total(
    "signum",
    |x| {
        if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            x * x
        }
    },
    |x| {
        if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            x * x
        }
    },
    |z| if z == Complex64::default() { z } else { z / libm::cabs(z) },
    |z| if z == Complex32::default() { z } else { z / z.re.hypot(z.im) },
);

fn not_negative(x: f64) -> bool {
    !(x < 0.0)
}

fn at_most_one(x: f64) -> bool {
    !(x.abs() > 1.0)
}

// Octave takes the other side of the cut to the right than C does, whatever the sign of the zero.
fn asin(z: Complex64) -> Complex64 {
    let result = libm::casin(z);
    if z.im == 0.0 && z.re > 1.0 { result.conj() } else { result }
}

fn acos(z: Complex64) -> Complex64 {
    let result = libm::cacos(z);
    if z.im == 0.0 && z.re > 1.0 { result.conj() } else { result }
}

fn asinf(z: Complex32) -> Complex32 {
    let result = libm::casinf(z);
    if z.im == 0.0 && z.re > 1.0 { result.conj() } else { result }
}

fn acosf(z: Complex32) -> Complex32 {
    let result = libm::cacosf(z);
    if z.im == 0.0 && z.re > 1.0 { result.conj() } else { result }
}

/// exp(x + iy) - 1 = expm1(x) cos y - 2 sin²(y/2) + i e^x sin y, without cancellation near zero.
fn expm1(z: Complex64) -> Complex64 {
    let (u, half) = (z.re.exp_m1(), (z.im / 2.0).sin());
    let v = -2.0 * half * half;
    Complex64::new(u * v + u + v, (u + 1.0) * z.im.sin())
}

/// log(1 + z) with |1 + z| from the square of its distance to 1, without cancellation near zero.
fn log1p(z: Complex64) -> Complex64 {
    let u = 2.0 * z.re + z.re * z.re + z.im * z.im;
    let magnitude = (u / (1.0 + (u + 1.0).sqrt())).ln_1p();
    Complex64::new(magnitude, z.im.atan2(1.0 + z.re))
}
