//! `mod`, `rem`, `atan2`, `hypot`: functions of two real numbers. Integer classes keep theirs in `mod` and `rem` only.

use super::broadcast::broadcast;
use super::numeric::{Integer, with_integers, wrap_as};
use crate::builtins::Call;
use crate::value::{Array, Class, Value};
use crate::{Error, Result, fail};

/// `mod`: the result has the divisor's sign.
pub fn modulo(call: Call) -> Result<Vec<Value>> {
    Ok(vec![modulo_values(call.name, &call.args[0], &call.args[1])?])
}

/// `mod(x, y)` for other builtins; `name` is for messages.
///
/// # Errors
/// Values that are no real numbers, extents that do not conform.
pub fn modulo_values(name: &str, x: &Value, y: &Value) -> Result<Value> {
    let integer = |x, y| if y == 0 { x } else { floor_modulo(x, y) };
    divide(name, x, y, Division { double: modulo_of, single: modulo_of_singles, integer })
}

/// `rem`: the result has the dividend's sign.
pub fn remainder(call: Call) -> Result<Vec<Value>> {
    let integer = |x, y| if y == 0 { 0 } else { x % y };
    let division = Division { double: remainder_of, single: remainder_of_singles, integer };
    Ok(vec![divide(call.name, &call.args[0], &call.args[1], division)?])
}

#[derive(Clone, Copy)]
struct Division {
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
    integer: fn(i128, i128) -> i128,
}

fn floor_modulo(x: i128, y: i128) -> i128 {
    let rest = x % y;
    if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }
}

fn divide(name: &str, x: &Value, y: &Value, division: Division) -> Result<Value> {
    for value in [x, y] {
        check_number(name, value)?;
    }
    let class = match (x.class(), y.class()) {
        (a, b) if a.is_integer() && b.is_integer() && a != b => {
            fail!("{name}: cannot combine {} and {}", a.name(), b.name())
        }
        (a, _) if a.is_integer() => a,
        (_, b) if b.is_integer() => b,
        (_, _) => return combine(name, x, y, division.double, division.single),
    };
    let pattern = if x.class() == class { x } else { y };
    with_integers!(pattern, array => divide_integers(array, name, [x, y], division), _ => Ok(Value::empty()))
}

/// `_pattern` tells the class.
fn divide_integers<T: Integer>(
    _pattern: &Array<T>,
    name: &str,
    [x, y]: [&Value; 2],
    division: Division,
) -> Result<Value> {
    let (x, y) = (integers::<T>(x), integers::<T>(y));
    Ok(T::wrap(broadcast(name, &x, &y, |x, y| T::from_wide((division.integer)(x.wide(), y.wide())))?))
}

/// The elements in integer class `T`: those of that class as they are, floats rounded.
fn integers<T: Integer>(value: &Value) -> Array<T> {
    with_integers!(value, array => array.map(|x| T::from_wide(x.wide())), other => {
        other.to_doubles().unwrap_or_default().map(|&x| T::from_f64(x))
    })
}

fn check_number(name: &str, value: &Value) -> Result<()> {
    if matches!(value, Value::Bool(_) | Value::Char(_)) || !value.is_number_like() {
        fail!("{name}: wrong type argument '{}'", value.type_name());
    }
    if value.is_complex() {
        fail!("{name}: not defined for complex numbers");
    }
    Ok(())
}

/// The functions of floats. A quotient that is whole but for rounding, though the divisor is not, leaves nothing
/// (`mod(0.3, 0.1)`).
macro_rules! divisions {
    ($float:ident: $modulo:ident $remainder:ident $nearly_whole:ident) => {
        pub fn $modulo(x: $float, y: $float) -> $float {
            if y == 0.0 {
                return x;
            }
            let quotient = x / y;
            let result = if $nearly_whole(quotient, y) { 0.0 } else { x - y * quotient.floor() };
            if x != y { result.copysign(y) } else { result }
        }

        pub fn $remainder(x: $float, y: $float) -> $float {
            if y == 0.0 {
                return $float::NAN;
            }
            let quotient = x / y;
            let result = if $nearly_whole(quotient, y) { 0.0 } else { x - y * quotient.trunc() };
            if x != y { result.copysign(x) } else { result }
        }

        fn $nearly_whole(quotient: $float, divisor: $float) -> bool {
            let whole = quotient.round();
            divisor.round() != divisor && ((quotient - whole) / whole).abs() < $float::EPSILON
        }
    };
}

divisions! { f64: modulo_of remainder_of nearly_whole }
divisions! { f32: modulo_of_singles remainder_of_singles nearly_whole_of_singles }

/// `atan2`: double, or single if an argument is.
pub fn atan2(call: Call) -> Result<Vec<Value>> {
    for value in &call.args {
        check_number(call.name, value)?;
    }
    Ok(vec![combine(call.name, &call.args[0], &call.args[1], f64::atan2, f32::atan2)?])
}

/// `hypot` of two or more arguments, complex ones by their magnitude.
pub fn hypot(call: Call) -> Result<Vec<Value>> {
    let mut args = call.args.iter();
    let mut result = magnitude(call.name, args.next())?;
    for value in args {
        result = combine(call.name, &result, &magnitude(call.name, Some(value))?, f64::hypot, f32::hypot)?;
    }
    Ok(vec![result])
}

fn magnitude(name: &str, value: Option<&Value>) -> Result<Value> {
    let value = value.ok_or_else(|| Error::invalid_call(name))?.clone().full();
    Ok(match value {
        Value::Complex(array) => Value::Double(array.map(|&z| super::libm::cabs(z))),
        Value::SingleComplex(array) => Value::Single(array.map(|z| z.re.hypot(z.im))),
        other => {
            check_number(name, &other)?;
            other
        }
    })
}

/// A function of two real values in doubles, or in singles if one is single.
///
/// # Errors
/// Extents that do not conform.
pub fn combine(
    name: &str,
    x: &Value,
    y: &Value,
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
) -> Result<Value> {
    let (a, b) = (x.to_doubles().unwrap_or_default(), y.to_doubles().unwrap_or_default());
    if x.class() == Class::Single || y.class() == Class::Single {
        return Ok(Value::Single(broadcast(name, &a, &b, |&a, &b| single(a as f32, b as f32))?));
    }
    Ok(Value::Double(broadcast(name, &a, &b, |&a, &b| double(a, b))?))
}

/// `[f, e] = log2(x)`: x is f times 2 to the e, f of magnitude in [0.5, 1).
///
/// # Errors
/// Text.
pub fn split_exponent(value: &Value) -> Result<Vec<Value>> {
    if let Value::Complex(_) | Value::SingleComplex(_) = value {
        let array = value.to_complex().unwrap_or_default();
        let exponents = array.map(|z| frexp(z.re).1.max(frexp(z.im).1));
        let fractions = broadcast("log2", &array, &exponents, |z, e| z / e.exp2())?;
        return Ok(vec![Value::Complex(fractions), Value::Double(exponents)]);
    }
    let Some(array) = value.to_doubles().filter(|_| !value.is_text()) else {
        fail!("invalid conversion from string to real N-D array");
    };
    let class = value.class();
    Ok(vec![wrap_as(class, array.map(|&x| frexp(x).0)), wrap_as(class, array.map(|&x| frexp(x).1))])
}

/// Fraction and exponent, as C's `frexp`.
pub fn frexp(x: f64) -> (f64, f64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0.0);
    }
    // A number below the normal range is made normal first.
    let (scaled, shift) = if x.abs() < f64::MIN_POSITIVE { (x * 2_f64.powi(54), 54) } else { (x, 0) };
    let bits = scaled.to_bits();
    let exponent = ((bits >> 52) & 0x7FF) as i64 - 1022;
    (f64::from_bits((bits & !(0x7FF << 52)) | (1022 << 52)), (exponent - shift) as f64)
}
