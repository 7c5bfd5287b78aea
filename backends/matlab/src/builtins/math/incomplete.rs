//! The incomplete gamma and beta functions: series near zero, continued fractions elsewhere. Last digits may differ from Octave's.

use super::gammas::{common_size, float_class, log_beta};
use crate::builtins::Call;
use crate::builtins::elementary::libm;
use crate::builtins::elementary::numeric::wrap_as;
use crate::value::{Array, Value};
use crate::{Result, fail};

/// `gammainc(x, a, tail)`.
pub fn gammainc(call: Call) -> Result<Vec<Value>> {
    let tail = call.args.get(2).map_or(Some("lower".into()), Value::as_text).unwrap_or_default();
    let (Some(x), Some(a)) = (call.args[0].to_doubles(), call.args[1].to_doubles()) else {
        fail!("gammainc: X and A must be real");
    };
    let sized = common_size(&[&x, &a], "gammainc: X and A must be of common size or scalars")?;
    if sized[1].iter().any(|&a| a < 0.0) {
        fail!("gammainc: A must be non-negative");
    }
    let f: fn(f64, f64) -> f64 = match tail.as_str() {
        "lower" => |x, a| regularized_gamma(x, a).0,
        "upper" => |x, a| regularized_gamma(x, a).1,
        "scaledlower" => |x, a| regularized_gamma(x, a).0 / gamma_factor(x, a),
        "scaledupper" => |x, a| regularized_gamma(x, a).1 / gamma_factor(x, a),
        _ => fail!("gammainc: invalid value for TAIL"),
    };
    let values = sized[0].iter().zip(sized[1].iter()).map(|(&x, &a)| f(x, a)).collect();
    Ok(vec![wrap_as(float_class(&call.args), Array::new(sized[0].dims().clone(), values))])
}

/// x^a e^-x / gamma(a + 1).
fn gamma_factor(x: f64, a: f64) -> f64 {
    if x < 0.0 {
        return x.powf(a) * (-x).exp() / libm::tgamma(a + 1.0);
    }
    if a > 20.0 {
        // Stirling's series: the large parts of the exponent cancel before they are rounded.
        let delta = (x - a) / a;
        let exponent = a * (delta.ln_1p() - delta);
        let square = 1.0 / (a * a);
        let correction = (1.0 / 12.0 - square * (1.0 / 360.0 - square / 1260.0)) / a;
        return (exponent - correction).exp() / (2.0 * std::f64::consts::PI * a).sqrt();
    }
    (a * x.ln() - x - libm::lgamma(a + 1.0)).exp()
}

/// The lower and upper regularized function.
fn regularized_gamma(x: f64, a: f64) -> (f64, f64) {
    if x.is_nan() || a.is_nan() {
        return (f64::NAN, f64::NAN);
    }
    if x == 0.0 {
        return if a == 0.0 { (1.0, 0.0) } else { (0.0, 1.0) };
    }
    if a == 0.0 || x.is_infinite() {
        return (1.0, 0.0);
    }
    if x < a + 1.0 || x < 0.0 {
        let lower = gamma_factor(x, a) * gamma_series(x, a);
        return (lower, 1.0 - lower);
    }
    let upper = gamma_factor(x, a) * a * gamma_fraction(x, a);
    (1.0 - upper, upper)
}

/// 1 + x/(a+1) + x^2/((a+1)(a+2)) + ...
fn gamma_series(x: f64, a: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0, 1.0, a);
    while f64::abs(term) > f64::EPSILON * f64::abs(sum) * 0.25 && n < a + 1e6 {
        n += 1.0;
        term *= x / n;
        sum += term;
    }
    sum
}

/// Legendre's continued fraction, by Lentz's method.
fn gamma_fraction(x: f64, a: f64) -> f64 {
    let tiny = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / tiny;
    let mut d = 1.0 / b;
    let mut value = d;
    for k in 1..1_000_000 {
        let k = f64::from(k);
        let an = -k * (k - a);
        b += 2.0;
        d = an * d + b;
        d = 1.0 / if d.abs() < tiny { tiny } else { d };
        c = b + an / c;
        if c.abs() < tiny {
            c = tiny;
        }
        value *= d * c;
        if (d * c - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

/// `betainc(x, a, b, tail)`.
pub fn betainc(call: Call) -> Result<Vec<Value>> {
    let tail = call.args.get(3).map_or(Some("lower".into()), Value::as_text).unwrap_or_default();
    let numbers: Option<Vec<Array<f64>>> = call.args[..3].iter().map(Value::to_doubles).collect();
    let Some(numbers) = numbers else { fail!("betainc: X, A, and B must be real") };
    let [x, a, b] = &numbers[..] else { fail!("betainc: X, A, and B must be real") };
    let sized = common_size(&[x, a, b], "betainc: X, A, and B must have consistent sizes")?;
    if sized[0].iter().any(|x| !(0.0..=1.0).contains(x)) {
        fail!("betainc: X must be in the range [0, 1]");
    }
    for (array, name) in [(&sized[1], "A"), (&sized[2], "B")] {
        if array.iter().any(|&x| x <= 0.0) {
            fail!("betainc: {name} must be strictly positive");
        }
    }
    let upper = match tail.as_str() {
        "lower" => false,
        "upper" => true,
        _ => fail!("betainc: invalid value for TAIL"),
    };
    let value = |((&x, &a), &b)| if upper { regularized_beta(1.0 - x, b, a) } else { regularized_beta(x, a, b) };
    let values = sized[0].iter().zip(sized[1].iter()).zip(sized[2].iter()).map(value).collect();
    Ok(vec![wrap_as(float_class(&call.args), Array::new(sized[0].dims().clone(), values))])
}

fn regularized_beta(x: f64, a: f64, b: f64) -> f64 {
    if x == 0.0 || x == 1.0 {
        return x;
    }
    let factor = (a * x.ln() + b * (-x).ln_1p() - log_beta(a, b)).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        factor * beta_fraction(x, a, b) / a
    } else {
        1.0 - factor * beta_fraction(1.0 - x, b, a) / b
    }
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    let tiny = 1e-300;
    let guard = |x: f64| if x.abs() < tiny { tiny } else { x };
    let mut c = 1.0;
    let mut d = 1.0 / guard(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for step in [even, odd] {
            d = 1.0 / guard(1.0 + step * d);
            c = guard(1.0 + step / c);
            value *= d * c;
        }
        if (d * c - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}
