//! C's Annex F: signed zeros, infinities, NaNs, exact results, results at the ends of the range.

mod oracle;

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use oracle::{distance32, distance64, reference};
use raddle_math::{Evaluate, FUNCTIONS, Native, Operand, Type, apply, c, find, native::Int};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
const TINY: f64 = 5e-324;

/// Arguments of which every function has some that are special to it.
#[rustfmt::skip]
const SPECIAL: &[f64] = &[
    0.0, TINY, 2.5e-320, f64::MIN_POSITIVE, 1.401298464324817e-45, 1.1754943508222875e-38, 1e-20, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0,
    4.0, 8.0, 10.0, 27.0, 100.0, 1000.0, 1023.0, 1024.0, 1074.0, 1075.0, 8_388_609.0, 4_503_599_627_370_497.5,
    9_007_199_254_740_991.0, 9_007_199_254_740_992.0, 3.4028234663852886e38, 1e300, f64::MAX, INF, NAN,
];

fn signed() -> impl Iterator<Item = f64> + Clone {
    SPECIAL.iter().flat_map(|x| [*x, -*x])
}

#[test]
fn special_arguments() {
    for function in FUNCTIONS {
        let Some(expected) = reference(function.name) else { continue };
        let check = |distance, place: &dyn Fn() -> String| assert!(distance <= 1, "{}: {}", function.name, place());
        match (function.evaluate, expected) {
            (Evaluate::F64(f), Evaluate::F64(g)) => {
                signed().for_each(|x| check(distance64(f(x), g(x)), &|| format!("{x:e}: {:e}, not {:e}", f(x), g(x))));
            }
            (Evaluate::F32(f), Evaluate::F32(g)) => signed().map(|x| x as f32).for_each(|x| {
                check(distance32(f(x), g(x)), &|| format!("{x:e}: {:e}, not {:e}", f(x), g(x)));
            }),
            (Evaluate::F64F64(f), Evaluate::F64F64(g)) => pairs().for_each(|(x, y)| {
                check(distance64(f(x, y), g(x, y)), &|| format!("{x:e}, {y:e}: {:e}, not {:e}", f(x, y), g(x, y)));
            }),
            (Evaluate::F32F32(f), Evaluate::F32F32(g)) => pairs().for_each(|(x, y)| {
                let (x, y) = (x as f32, y as f32);
                check(distance32(f(x, y), g(x, y)), &|| format!("{x:e}, {y:e}: {:e}, not {:e}", f(x, y), g(x, y)));
            }),
            _ => panic!("{} and its reference take different arguments", function.name),
        }
    }
}

fn pairs() -> impl Iterator<Item = (f64, f64)> {
    signed().flat_map(|x| signed().map(move |y| (x, y)))
}

/// To the bit, independently of the reference.
#[rustfmt::skip]
const UNARY: &[(&str, f64, f64)] = &[
    ("exp", 0.0, 1.0), ("exp", -INF, 0.0), ("exp", INF, INF), ("exp", 709.79, INF), ("exp", -745.14, 0.0), ("exp", -745.13, TINY),
    ("exp2", 10.0, 1024.0), ("exp2", -1074.0, TINY), ("exp2", 1024.0, INF), ("exp2", -1075.0, 0.0),
    ("expm1", -0.0, -0.0), ("expm1", -INF, -1.0), ("expm1", INF, INF), ("expm1", TINY, TINY), ("expm1", -60.0, -1.0),
    ("log", 1.0, 0.0), ("log", 0.0, -INF), ("log", -0.0, -INF), ("log", -1.0, NAN), ("log", INF, INF), ("log", -INF, NAN),
    ("log2", 8.0, 3.0), ("log2", TINY, -1074.0), ("log2", 0.5, -1.0), ("log10", 1e22, 22.0), ("log10", 1000.0, 3.0),
    ("log1p", -0.0, -0.0), ("log1p", -1.0, -INF), ("log1p", -1.5, NAN), ("log1p", INF, INF), ("log1p", -TINY, -TINY),
    ("sin", -0.0, -0.0), ("sin", INF, NAN), ("sin", TINY, TINY), ("cos", 0.0, 1.0), ("cos", -INF, NAN), ("cos", TINY, 1.0),
    ("tan", -0.0, -0.0), ("tan", INF, NAN), ("tan", TINY, TINY), ("asin", 1.0, FRAC_PI_2), ("asin", -0.0, -0.0), ("asin", 1.1, NAN),
    ("acos", 1.0, 0.0), ("acos", -1.0, PI), ("acos", 0.0, FRAC_PI_2), ("acos", -1.1, NAN), ("atan", INF, FRAC_PI_2),
    ("atan", -INF, -FRAC_PI_2), ("atan", 1.0, FRAC_PI_4), ("atan", -0.0, -0.0), ("sinh", -INF, -INF), ("sinh", -0.0, -0.0),
    ("sinh", 711.0, INF), ("cosh", 0.0, 1.0), ("cosh", -INF, INF), ("cosh", -711.0, INF), ("tanh", INF, 1.0), ("tanh", -30.0, -1.0),
    ("tanh", -0.0, -0.0), ("tanh", TINY, TINY), ("asinh", -0.0, -0.0), ("asinh", -INF, -INF), ("asinh", TINY, TINY),
    ("acosh", 1.0, 0.0), ("acosh", 0.5, NAN), ("acosh", INF, INF), ("atanh", 1.0, INF), ("atanh", -1.0, -INF), ("atanh", 1.5, NAN),
    ("atanh", -0.0, -0.0), ("erf", -0.0, -0.0), ("erf", INF, 1.0), ("erf", -7.0, -1.0), ("erfc", INF, 0.0), ("erfc", -INF, 2.0),
    ("erfc", 0.0, 1.0), ("erfc", 30.0, 0.0), ("cbrt", -27.0, -3.0), ("cbrt", -0.0, -0.0), ("cbrt", -INF, -INF),
    ("cbrt", 1e-300, 1e-100), ("round", 0.5, 1.0), ("round", -0.4, -0.0), ("round", 0.49999999999999994, 0.0), ("round", 2.5, 3.0),
    ("rint", 2.5, 2.0), ("rint", -0.5, -0.0), ("nearbyint", 3.5, 4.0), ("logb", 0.0, -INF), ("logb", -INF, INF), ("logb", TINY, -1074.0),
    ("logb", -10.0, 3.0), ("logb", NAN, NAN),
];

#[rustfmt::skip]
const BINARY: &[(&str, f64, f64, f64)] = &[
    ("pow", 0.0, -3.0, INF), ("pow", -0.0, -3.0, -INF), ("pow", -0.0, -2.0, INF), ("pow", -0.0, -2.5, INF), ("pow", 0.0, -INF, INF),
    ("pow", -0.0, 3.0, -0.0), ("pow", -0.0, 2.0, 0.0), ("pow", -0.0, 0.5, 0.0), ("pow", -1.0, INF, 1.0), ("pow", -1.0, -INF, 1.0),
    ("pow", 1.0, NAN, 1.0), ("pow", NAN, 0.0, 1.0), ("pow", NAN, -0.0, 1.0), ("pow", INF, 0.0, 1.0), ("pow", -8.0, 1.0 / 3.0, NAN),
    ("pow", -0.5, -INF, INF), ("pow", 2.0, -INF, 0.0), ("pow", 0.5, INF, 0.0), ("pow", -2.0, INF, INF), ("pow", -INF, -3.0, -0.0),
    ("pow", -INF, -2.0, 0.0), ("pow", -INF, 3.0, -INF), ("pow", -INF, 2.5, INF), ("pow", INF, -TINY, 0.0), ("pow", INF, TINY, INF),
    ("pow", -2.0, 3.0, -8.0), ("pow", -2.0, -1075.0, -0.0), ("pow", 2.0, -1074.0, TINY), ("pow", 3.0, 33.0, 5_559_060_566_555_523.0),
    ("pow", -1.0, 9_007_199_254_740_991.0, -1.0), ("pow", -1.0, 9_007_199_254_740_992.0, 1.0), ("pow", NAN, 1.0, NAN),
    ("pow", 1.0000000000000002, 1e300, INF), ("pow", 0.9999999999999999, 1e300, 0.0), ("pow", -1.5, f64::MAX, INF),
    ("atan2", 0.0, 0.0, 0.0), ("atan2", -0.0, 0.0, -0.0), ("atan2", 0.0, -0.0, PI), ("atan2", -0.0, -0.0, -PI), ("atan2", 0.0, -1.0, PI),
    ("atan2", -1.0, 0.0, -FRAC_PI_2), ("atan2", 1.0, -0.0, FRAC_PI_2), ("atan2", INF, INF, FRAC_PI_4), ("atan2", -INF, -INF, -3.0 * FRAC_PI_4),
    ("atan2", 1.0, INF, 0.0), ("atan2", -1.0, -INF, -PI), ("atan2", INF, 5.0, FRAC_PI_2), ("atan2", NAN, 1.0, NAN),
    ("atan2", TINY, 1e10, 0.0), ("atan2", 1e-310, 1.0, 1e-310), ("hypot", 3.0, -4.0, 5.0), ("hypot", INF, NAN, INF), ("hypot", NAN, -INF, INF),
    ("hypot", 0.0, -0.0, 0.0), ("hypot", TINY, 0.0, TINY), ("hypot", 1e308, 1e308, 1.4142135623730951e308), ("hypot", f64::MAX, f64::MAX, INF),
    ("fmod", -6.0, 3.0, -0.0), ("fmod", 5.5, -2.0, 1.5), ("fmod", 1.0, 0.0, NAN), ("fmod", INF, 1.0, NAN), ("fmod", -0.0, 1.0, -0.0),
    ("fmod", 1.5, INF, 1.5), ("fmod", 1e308, TINY, 0.0), ("remainder", 5.0, 2.0, 1.0), ("remainder", 7.0, 2.0, -1.0), ("remainder", 3.0, 2.0, -1.0),
    ("remainder", -1.0, 2.0, -1.0), ("remainder", 1.0, 2.0, 1.0), ("remainder", -6.0, 3.0, -0.0), ("remainder", 1.0, INF, 1.0),
    ("remainder", 1.0, 0.0, NAN), ("fmax", -0.0, 0.0, 0.0), ("fmax", 0.0, -0.0, 0.0), ("fmax", NAN, -1.0, -1.0), ("fmax", -1.0, NAN, -1.0),
    ("fmax", 1.0, 2.0, 2.0), ("fmax", NAN, NAN, NAN), ("fmin", -0.0, 0.0, -0.0), ("fmin", 0.0, -0.0, -0.0), ("fmin", NAN, 1.0, 1.0),
    ("fmin", 3.0, 2.0, 2.0), ("fmin", 1.0, NAN, 1.0), ("fdim", 3.0, 1.0, 2.0), ("fdim", 1.0, 3.0, 0.0), ("fdim", NAN, 1.0, NAN),
    ("fdim", INF, INF, 0.0),
];

#[test]
fn annex_f() {
    for (name, x, expected) in UNARY {
        let Evaluate::F64(f) = find(name).unwrap().evaluate else { panic!("{name}") };
        assert_eq!(distance64(f(*x), *expected), 0, "{name}({x:e}) = {:e}, not {expected:e}", f(*x));
    }
    for (name, x, y, expected) in BINARY {
        let Evaluate::F64F64(f) = find(name).unwrap().evaluate else { panic!("{name}") };
        assert_eq!(distance64(f(*x, *y), *expected), 0, "{name}({x:e}, {y:e}) = {:e}, not {expected:e}", f(*x, *y));
    }
}

#[test]
fn all_nans_are_the_same() {
    let odd_nan = f64::from_bits(0xfff8_0000_0000_1234);
    for function in FUNCTIONS {
        let bits = match function.evaluate {
            Evaluate::F64(f) => f(odd_nan).to_bits(),
            Evaluate::F64F64(f) => f(odd_nan, odd_nan).to_bits(),
            Evaluate::F64I64(f) => f(odd_nan, 1).to_bits(),
            Evaluate::F32(f) => f64::from(f(-f32::NAN)).to_bits(),
            Evaluate::F32F32(f) => f64::from(f(-f32::NAN, -f32::NAN)).to_bits(),
            Evaluate::F32I64(f) => f64::from(f(-f32::NAN, 1)).to_bits(),
        };
        assert_eq!(bits, NAN.to_bits(), "{}", function.name);
    }
}

#[test]
fn ldexp_rounds_once() {
    let ldexp = |x, n| c::ldexp(Native, x, Int(n));
    for (x, n, expected) in [
        (1.0, -1074, TINY),
        (3.0, -1075, 2.0 * TINY),
        (1.0, -1075, 0.0),
        (-1.25, -1074, -TINY),
        (TINY, 2097, f64::exp2(1023.0)),
        (1.0, 1024, INF),
        (1.0, i64::from(i32::MAX), INF),
        (-1.0, i64::from(i32::MIN), -0.0),
        (-0.0, 5, -0.0),
        (INF, -3000, INF),
        (NAN, 0, NAN),
        (1.5, 10, 1536.0),
        (f64::MAX, -2098, TINY),
        (f64::MAX, -2099, 0.0),
    ] {
        assert_eq!(distance64(ldexp(x, n), expected), 0, "ldexp({x:e}, {n}) = {:e}", ldexp(x, n));
    }
    assert_eq!(c::ldexpf(Native, 3.0, Int(-150)), f32::from_bits(2));
    assert_eq!(c::scalbnf(Native, 1.0, Int(128)), f32::INFINITY);
    assert_eq!(c::scalbnf(Native, f32::from_bits(1), Int(149)), 1.0);
}

#[test]
fn functions_are_found_by_name_and_arguments() {
    let two = [Operand::F64(2.0), Operand::F64(3.0)];
    assert!(matches!(apply(Native, "pow", &two), Some(Operand::F64(8.0))));
    assert!(apply(Native, "sqrtf", &[Operand::F32(1.0)]).is_none());
    assert!(apply(Native, "powf", &two).is_none(), "wrong types");
    assert!(apply(Native, "pow", &two[..1]).is_none(), "too few");
    assert_eq!(find("ldexpf").unwrap().arguments(), [Type::F32, Type::I64]);
    assert_eq!(find("hypot").unwrap().result(), Type::F64);
    assert!(find("Sin").is_none());
}

#[test]
fn names_are_distinct() {
    let mut names: Vec<&str> = FUNCTIONS.iter().map(|it| it.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|it| it[0] != it[1]));
}
