//! The gamma function and its kin: `gamma`, `lgamma`, `beta`, `betaln`, `psi`, `gammainc`, `betainc`, `factorial`. Real arguments.

use crate::builtins::Call;
use crate::builtins::elementary::broadcast::broadcast;
use crate::builtins::elementary::libm;
use crate::builtins::elementary::mapper::{Mapper, real};
use crate::builtins::elementary::numeric::wrap_as;
use crate::value::{Array, Class, Complex32, Complex64, Value};
use crate::{Result, fail};
use std::f64::consts::PI;

pub const GAMMA: Mapper = real("gamma", gamma, gamma_of_single);

pub const LGAMMA: Mapper = real("lgamma", libm::lgamma, libm::lgammaf).with_domain(
    |x| !gamma_is_negative(x),
    |x| Complex64::new(libm::lgamma(x), PI),
    |x| Complex32::new(libm::lgammaf(x), std::f32::consts::PI),
);

/// Infinite at zero and at negative integers.
pub fn gamma(x: f64) -> f64 {
    if x == 0.0 {
        f64::INFINITY.copysign(x)
    } else if x.is_infinite() || (x < 0.0 && x.fract() == 0.0) {
        f64::INFINITY
    } else {
        libm::tgamma(x)
    }
}

fn gamma_of_single(x: f32) -> f32 {
    let poles = x == 0.0 || x.is_infinite() || (x < 0.0 && x.fract() == 0.0);
    if poles { gamma(x.into()) as f32 } else { libm::tgammaf(x) }
}

fn gamma_is_negative(x: f64) -> bool {
    if x == 0.0 {
        return x.is_sign_negative();
    }
    x < 0.0 && x.is_finite() && x.fract() != 0.0 && x.floor().rem_euclid(2.0) == 1.0
}

/// Double unless one is single.
pub fn float_class(values: &[Value]) -> Class {
    if values.iter().any(|value| value.class() == Class::Single) { Class::Single } else { Class::Double }
}

/// Arrays of one size, scalars repeated.
///
/// # Errors
/// `message`.
pub fn common_size(values: &[&Array<f64>], message: &str) -> Result<Vec<Array<f64>>> {
    let dims = values.iter().map(|array| array.dims()).find(|dims| !dims.is_scalar());
    let Some(dims) = dims else { return Ok(values.iter().copied().cloned().collect()) };
    let spread = |array: &&Array<f64>| match array.as_scalar() {
        Some(&x) if array.dims().is_scalar() => Ok(Array::filled(dims.clone(), x)),
        _ if array.dims() == dims => Ok((*array).clone()),
        _ => Err(crate::Error::new(message)),
    };
    values.iter().map(spread).collect()
}

pub fn log_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

/// `beta` and `betaln`.
pub fn beta(call: Call, f: fn(f64) -> f64) -> Result<Vec<Value>> {
    if call.args.iter().any(|value| value.is_complex() || !value.is_number_like()) {
        fail!("{}: A and B must be real", call.name);
    }
    if call.args.iter().any(Value::is_text) {
        fail!("lgamma: argument must be numeric");
    }
    let [a, b] = [0, 1].map(|k| call.args[k].to_doubles().unwrap_or_default());
    let sized = common_size(&[&a, &b], &format!("{}: A and B must have consistent sizes", call.name))?;
    let values = broadcast(call.name, &sized[0], &sized[1], |&a, &b| f(log_beta(a, b)))?;
    Ok(vec![wrap_as(float_class(&call.args), values)])
}

/// `factorial(n)`: rounded values of the gamma function.
pub fn factorial(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let numbers = value.to_doubles().filter(|array| array.iter().all(|&n| n >= 0.0 && n.fract() == 0.0));
    let Some(numbers) = numbers else { fail!("factorial: all N must be real non-negative integers") };
    Ok(vec![wrap_as(float_class(&call.args), numbers.map(|&n| gamma(n + 1.0).round()))])
}

/// `psi(z)`, `psi(k, z)`.
pub fn psi(call: Call) -> Result<Vec<Value>> {
    let (order, value) = match &call.args[..] {
        [order, _] if order.is_text() => fail!("psi: K must be an integer"),
        [order, value] => (order.to_complex().and_then(|k| k.as_slice().first().copied()).map_or(0.0, |k| k.re.trunc()), value),
        args => (0.0, &args[0]),
    };
    if order < 0.0 {
        fail!("psi: K must be non-negative");
    }
    let order = order as usize;
    let Some(array) = value.to_doubles().filter(|_| order == 0 || value.class().is_float()) else {
        match order {
            0 => fail!("psi: Z must be a floating point variable"),
            _ if value.class().is_float() => fail!("psi: Z must be real value for polygamma (K > 0)"),
            _ => fail!("psi: Z must be a floating point for polygamma (K > 0)"),
        }
    };
    if order > 0 && array.iter().any(|&x| x < 0.0) {
        fail!("psi: Z must be non-negative for polygamma (K > 0)");
    }
    let f = |&x: &f64| if order == 0 { digamma(x) } else { polygamma(order, x) };
    Ok(vec![wrap_as(float_class(&call.args), array.map(f))])
}

fn digamma(x: f64) -> f64 {
    if x <= 0.0 {
        if x.fract() == 0.0 {
            return f64::NEG_INFINITY;
        }
        return digamma(1.0 - x) - PI / (PI * x).tan();
    }
    let (mut x, mut sum) = (x, 0.0);
    while x < 10.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = [1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32760.0, 1.0 / 12.0];
    sum + x.ln() - 0.5 / x - square * series.iter().rev().fold(0.0, |sum, c| sum * square + c)
}

/// The `n`-th derivative of `digamma`, for positive `x`.
fn polygamma(n: usize, x: f64) -> f64 {
    let order = n as f64;
    let (mut x, mut sum) = (x, 0.0);
    let powi = |x: f64, n: f64| x.powf(n);
    while x < 15.0 {
        sum += 1.0 / powi(x, order + 1.0);
        x += 1.0;
    }
    // Euler and Maclaurin's sum of the rest, with Bernoulli's numbers.
    let bernoulli = [1.0 / 6.0, -1.0 / 30.0, 1.0 / 42.0, -1.0 / 30.0, 5.0 / 66.0, -691.0 / 2730.0, 7.0 / 6.0];
    let mut tail = powi(x, -order) / order + powi(x, -order - 1.0) / 2.0;
    let mut factor = (order + 1.0) / 2.0;
    for (k, b) in bernoulli.iter().enumerate() {
        let twice = 2.0 * (k as f64 + 1.0);
        tail += b * factor * powi(x, -order - twice);
        factor *= (order + twice) * (order + twice + 1.0) / ((twice + 1.0) * (twice + 2.0));
    }
    let sign = if n % 2 == 1 { 1.0 } else { -1.0 };
    sign * libm::tgamma(order + 1.0) * (sum + tail)
}
