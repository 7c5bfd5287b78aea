//! `expint`, `ellipke`, `legendre`: classical functions by series, continued fractions and recurrences.

use super::powers::single_or_double;
use crate::builtins::Call;
use crate::builtins::elementary::numeric::wrap_as;
use crate::value::{Array, Complex64, Dims, Value};
use crate::{Result, fail};
use std::f64::consts::{FRAC_PI_2, PI};

/// Euler's constant.
const EULER: f64 = 0.577_215_664_901_532_9;

/// `expint(x)`: the exponential integral E1; negative numbers have complex values.
pub fn expint(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let Some(array) = value.to_doubles().filter(|_| !value.is_text()) else { fail!("expint: X must be numeric") };
    if array.iter().all(|&x| !(x < 0.0)) {
        return Ok(vec![wrap_as(single_or_double(&value), array.map(|&x| e1(x)))]);
    }
    let complex = |&x: &f64| if x < 0.0 { Complex64::new(e1(x), -PI) } else { Complex64::new(e1(x), 0.0) };
    Ok(vec![Value::Complex(array.map(complex)).narrow()])
}

/// The real part of E1.
fn e1(x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY;
    }
    if x > 2.0 {
        // The continued fraction, from the end.
        let terms = 20 + (120.0 / x) as u32;
        let tail = (1..=terms).rev().fold(0.0, |tail, k| {
            let k = f64::from(k);
            k * k / (x + 2.0 * k + 1.0 - tail)
        });
        return (-x).exp() / (x + 1.0 - tail);
    }
    let (mut term, mut sum, mut k) = (1.0, 0.0, 0.0);
    loop {
        k += 1.0;
        term *= -x / k;
        sum -= term / k;
        if (term / k).abs() <= f64::EPSILON * f64::abs(sum) * 0.1 || k > 2000.0 {
            return sum - EULER - x.abs().ln();
        }
    }
}

/// `[k, e] = ellipke(m)`: complete elliptic integrals, by the arithmetic-geometric mean.
pub fn ellipke(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let Some(array) = value.to_doubles().filter(|_| !value.is_text()) else {
        fail!("ellipke: M must be a scalar or matrix");
    };
    if array.iter().any(|&m| m > 1.0) {
        fail!("ellipke: M must be <= 1");
    }
    let class = single_or_double(value);
    let pairs = array.map(|&m| elliptic(m));
    Ok(vec![wrap_as(class, pairs.map(|pair| pair.0)), wrap_as(class, pairs.map(|pair| pair.1))])
}

fn elliptic(m: f64) -> (f64, f64) {
    if m == 1.0 {
        return (f64::INFINITY, 1.0);
    }
    if m < 0.0 {
        let (k, e) = elliptic(-m / (1.0 - m));
        return (k / (1.0 - m).sqrt(), e * (1.0 - m).sqrt());
    }
    let (mut a, mut b, mut c) = (1.0, (1.0 - m).sqrt(), m.sqrt());
    let (mut weight, mut sum) = (0.5, 0.5 * c * c);
    while f64::abs(c) > f64::EPSILON * a {
        (a, b, c) = ((a + b) / 2.0, (a * b).sqrt(), (a - b) / 2.0);
        weight *= 2.0;
        sum += weight * c * c;
    }
    let k = FRAC_PI_2 / a;
    (k, k * (1.0 - sum))
}

/// `legendre(n, x, normalization)`: the associated functions of all orders 0..n, along a new first dimension.
pub fn legendre(call: Call) -> Result<Vec<Value>> {
    let (n, x) = (&call.args[0], call.args[1].clone().full());
    let word = call.args.get(2).map_or(Some("unnorm".into()), Value::as_text).unwrap_or_default();
    let Some(n) = n.as_count().filter(|_| n.is_scalar()) else {
        fail!("legendre: N must be a real non-negative integer");
    };
    let array = x.to_doubles().filter(|array| array.iter().all(|x| (-1.0..=1.0).contains(x)));
    let Some(array) = array else { fail!("legendre: X must be real-valued vector in the range -1 <= X <= 1") };
    let scale: fn(usize, usize) -> f64 = match word.as_str() {
        "unnorm" => |_, _| 1.0,
        "norm" => |n, m| sign(m) * ((n as f64 + 0.5) * factorial_quotient(n, m)).sqrt(),
        "sch" => |n, m| if m == 0 { 1.0 } else { sign(m) * (2.0 * factorial_quotient(n, m)).sqrt() },
        _ => fail!("legendre: NORMALIZATION option must be \"unnorm\", \"norm\", or \"sch\""),
    };
    let values = array.iter().flat_map(|&x| (0..=n).map(move |m| scale(n, m) * associated(n, m, x))).collect();
    let mut extents = vec![n + 1];
    if array.dims().is_vector() {
        extents.push(array.len());
    } else {
        extents.extend(array.dims().as_slice());
    }
    Ok(vec![wrap_as(single_or_double(&x), Array::new(Dims::new(&extents), values))])
}

fn sign(m: usize) -> f64 {
    if m.is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// (n - m)! / (n + m)!
fn factorial_quotient(n: usize, m: usize) -> f64 {
    (n - m + 1..=n + m).fold(1.0, |quotient, k| quotient / k as f64)
}

/// The associated Legendre function with the sign of Condon and Shortley.
fn associated(n: usize, m: usize, x: f64) -> f64 {
    let root = (1.0 - x * x).sqrt();
    let mut current = (0..m).fold(1.0, |p, k| p * -(2.0 * k as f64 + 1.0) * root);
    let mut before = 0.0;
    for k in m..n {
        let k = k as f64;
        let m = m as f64;
        let next = ((2.0 * k + 1.0) * x * current - (k + m) * before) / (k - m + 1.0);
        (before, current) = (current, next);
    }
    current
}
