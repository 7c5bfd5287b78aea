//! What the functions should give, where to ask, and how far off an answer is. Knows nothing of how they compute.
//!
//! CORE-MATH's functions are correctly rounded. What it lacks is exact, and stands here in its plainest form.
#![allow(dead_code, reason = "each test and the example use a part of it")]

pub mod points;

use raddle_math::{Evaluate, find};

macro_rules! core_math {
    ($name:expr, unary $($f64:ident $f32:ident)*, binary $($g64:ident $g32:ident)*) => {
        match $name {
            $(stringify!($f64) => Some(Evaluate::F64(core_math::$f64)),
            stringify!($f32) => Some(Evaluate::F32(core_math::$f32)),)*
            $(stringify!($g64) => Some(Evaluate::F64F64(core_math::$g64)),
            stringify!($g32) => Some(Evaluate::F32F32(core_math::$g32)),)*
            _ => None,
        }
    };
}

/// The function as it should be.
pub fn reference(name: &str) -> Option<Evaluate> {
    let rounded = core_math!(name,
        unary exp expf exp2 exp2f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf sin sinf cos cosf tan tanf
            asin asinf acos acosf atan atanf sinh sinhf cosh coshf tanh tanhf asinh asinhf acosh acoshf atanh atanhf
            erf erff erfc erfcf cbrt cbrtf,
        binary pow powf atan2 atan2f hypot hypotf);
    rounded.or_else(|| exact(name))
}

fn exact(name: &str) -> Option<Evaluate> {
    Some(match name {
        "fmod" => Evaluate::F64F64(|x, y| x % y),
        "fmodf" => Evaluate::F32F32(|x, y| x % y),
        "remainder" => Evaluate::F64F64(remainder),
        "remainderf" => Evaluate::F32F32(|x, y| remainder(x.into(), y.into()) as f32),
        "fdim" => Evaluate::F64F64(|x, y| if x <= y { 0.0 } else { x - y }),
        "fdimf" => Evaluate::F32F32(|x, y| if x <= y { 0.0 } else { x - y }),
        "round" => Evaluate::F64(f64::round),
        "roundf" => Evaluate::F32(f32::round),
        "rint" | "nearbyint" => Evaluate::F64(f64::round_ties_even),
        "rintf" | "nearbyintf" => Evaluate::F32(f32::round_ties_even),
        _ => return None,
    })
}

/// By the remainder of 2 y, which also says whether the quotient is odd.
fn remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    let (size, y) = (x.abs(), y.abs());
    let twice = if y > f64::MAX / 2.0 { size } else { size % (2.0 * y) };
    let odd = twice >= y;
    let rest = if odd { twice - y } else { twice };
    let other = y - rest;
    let up = rest > other || (rest == other && odd);
    // Where the remainder is 0 it has the sign of x.
    let result = if up { -other } else { rest };
    if x.is_sign_negative() { -result } else { result }
}

/// How many representable numbers lie between the two, plus 1; 0 if they are the same. A NaN, or a zero of the other
/// sign, is as far as can be.
pub fn distance64(x: f64, y: f64) -> u64 {
    if x.is_nan() || y.is_nan() || (x == 0.0 && y == 0.0) {
        let same = x.is_nan() == y.is_nan() && (x.is_nan() || x.to_bits() == y.to_bits());
        return if same { 0 } else { u64::MAX };
    }
    let place = |it: f64| {
        let size = i128::from(it.abs().to_bits());
        if it.is_sign_negative() { -size } else { size }
    };
    u64::try_from(place(x).abs_diff(place(y))).unwrap_or(u64::MAX)
}

pub fn distance32(x: f32, y: f32) -> u64 {
    if x.is_nan() || y.is_nan() || (x == 0.0 && y == 0.0) {
        let same = x.is_nan() == y.is_nan() && (x.is_nan() || x.to_bits() == y.to_bits());
        return if same { 0 } else { u64::MAX };
    }
    let place = |it: f32| {
        let size = i64::from(it.abs().to_bits());
        if it.is_sign_negative() { -size } else { size }
    };
    place(x).abs_diff(place(y))
}

/// The worst of many comparisons.
#[derive(Clone, Default)]
pub struct Worst {
    pub points: u64,
    /// Results that are not the reference's.
    pub different: u64,
    pub distance: u64,
    pub place: String,
}

impl Worst {
    pub fn add(&mut self, distance: u64, place: impl FnOnce() -> String) {
        self.points += 1;
        self.different += u64::from(distance > 0);
        if distance > self.distance {
            self.distance = distance;
            self.place = place();
        }
    }

    pub fn join(&mut self, other: Worst) {
        self.points += other.points;
        self.different += other.different;
        if other.distance > self.distance {
            self.distance = other.distance;
            self.place = other.place;
        }
    }
}

/// The function and its reference at these points; for a function of two arguments at pairs of them.
pub fn compare(name: &str, count: u64, seed: u64) -> Worst {
    let ours = find(name).unwrap_or_else(|| panic!("no function {name}")).evaluate;
    let theirs = reference(name).unwrap_or_else(|| panic!("no reference for {name}"));
    let mut worst = Worst::default();
    match (ours, theirs) {
        (Evaluate::F64(f), Evaluate::F64(g)) => {
            for x in points::unary64(seed).take(count as usize) {
                worst.add(distance64(f(x), g(x)), || format!("{name}({x:e}) = {:e}, not {:e}", f(x), g(x)));
            }
        }
        (Evaluate::F64F64(f), Evaluate::F64F64(g)) => {
            for (x, y) in points::binary64(name, seed).take(count as usize) {
                let place = || format!("{name}({x:e}, {y:e}) = {:e}, not {:e}", f(x, y), g(x, y));
                worst.add(distance64(f(x, y), g(x, y)), place);
            }
        }
        (Evaluate::F32F32(f), Evaluate::F32F32(g)) => {
            for (x, y) in points::binary32(name, seed).take(count as usize) {
                let place = || format!("{name}({x:e}, {y:e}) = {:e}, not {:e}", f(x, y), g(x, y));
                worst.add(distance32(f(x, y), g(x, y)), place);
            }
        }
        (Evaluate::F32(_), Evaluate::F32(_)) => return strided(name, 0..1 << 32, 4_294_967_296 / count.max(1)),
        _ => panic!("{name} and its reference take different arguments"),
    }
    worst
}

/// A function of one f32 at every `step`th bit pattern of a range.
pub fn strided(name: &str, patterns: std::ops::Range<u64>, step: u64) -> Worst {
    let (Some(Evaluate::F32(f)), Some(Evaluate::F32(g))) = (find(name).map(|it| it.evaluate), reference(name)) else {
        panic!("{name} is no function of one f32");
    };
    let mut worst = Worst::default();
    for pattern in patterns.step_by(step.max(1) as usize) {
        let x = f32::from_bits(pattern as u32);
        let place = || format!("{name}({x:e}) = {:e}, not {:e}", f(x), g(x));
        worst.add(distance32(f(x), g(x)), place);
    }
    worst
}
