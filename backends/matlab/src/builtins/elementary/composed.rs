//! Functions that are put together from operators and other functions: reciprocals, degrees, roots, and those that refuse complex
//! results. Classes and extents follow from their parts.

use super::functions as f;
use super::mapper::Mapper;
use super::numeric::wrap_as;
use crate::builtins::Call;
use crate::ops;
use crate::value::{Array, Class, Value};
use crate::{Result, fail};
use raddle_matlab::ast::BinaryOp;
use std::f64::consts::PI;

/// An operator with a number to its right.
pub fn with_scalar(op: BinaryOp, value: &Value, scalar: f64) -> Result<Value> {
    ops::binary(op, value, &Value::scalar(scalar))
}

fn one_over(value: &Value) -> Result<Value> {
    ops::binary(BinaryOp::RightDivide, &Value::scalar(1.0), value)
}

/// `sec` and its kin: one over the function.
pub fn reciprocal(mut call: Call, mapper: &Mapper) -> Result<Vec<Value>> {
    let value = std::mem::replace(&mut call.args[0], Value::empty());
    Ok(vec![one_over(&mapper.apply(value)?)?])
}

/// `asec` and its kin: the function of one over the argument.
pub fn of_reciprocal(call: Call, mapper: &Mapper) -> Result<Vec<Value>> {
    Ok(vec![mapper.apply(one_over(&call.args[0])?)?])
}

fn check_numeric(call: &Call) -> Result<()> {
    let value = &call.args[0];
    if matches!(value, Value::Bool(_) | Value::Char(_)) || !value.is_number_like() {
        fail!("{}: X must be numeric", call.name);
    }
    Ok(())
}

/// `sind`: exactly zero at multiples of 180.
pub fn sind(call: Call) -> Result<Vec<Value>> {
    check_numeric(&call)?;
    Ok(vec![sine_of_degrees(&call.args[0].clone().full())?])
}

/// `cosd`: the sine of a right angle more.
pub fn cosd(call: Call) -> Result<Vec<Value>> {
    check_numeric(&call)?;
    Ok(vec![sine_of_degrees(&with_scalar(BinaryOp::Add, &call.args[0], 90.0)?)?])
}

fn sine_of_degrees(x: &Value) -> Result<Value> {
    if x.is_complex() {
        return f::SIN.apply(with_scalar(BinaryOp::Mul, &with_scalar(BinaryOp::RightDivide, x, 180.0)?, PI)?);
    }
    let shifted = with_scalar(BinaryOp::Sub, x, 180.0)?;
    let folded = with_scalar(BinaryOp::Sub, &modulo(&shifted, 360.0)?, 180.0)?;
    let angle = with_scalar(BinaryOp::Mul, &with_scalar(BinaryOp::RightDivide, &folded, 180.0)?, PI)?;
    let zeros = modulo(x, 180.0)?.to_doubles().unwrap_or_default();
    Ok(patch(f::SIN.apply(angle)?, &zeros, 0.0))
}

/// `mod(x, n)` in the class of `x`.
fn modulo(x: &Value, n: f64) -> Result<Value> {
    let limit = Value::scalar(n);
    super::division::modulo_values("mod", x, &limit)
}

/// Replaces the elements where `test` is zero.
fn patch(value: Value, test: &Array<f64>, by: f64) -> Value {
    let class = value.class();
    let values = value.to_doubles().unwrap_or_default();
    let patched = values.iter().zip(test.iter()).map(|(&x, &t)| if t == 0.0 { by } else { x }).collect();
    wrap_as(class, Array::new(values.dims().clone(), patched))
}

/// `tand`: exactly zero at multiples of 180, and infinite a right angle from them.
pub fn tand(call: Call) -> Result<Vec<Value>> {
    check_numeric(&call)?;
    let x = call.args[0].clone().full();
    let turns = with_scalar(BinaryOp::RightDivide, &x, 180.0)?;
    let tangent = f::TAN.apply(with_scalar(BinaryOp::Mul, &turns, PI)?)?;
    if tangent.is_complex() {
        return Ok(vec![tangent]);
    }
    let right = with_scalar(BinaryOp::RightDivide, &with_scalar(BinaryOp::Sub, &x, 90.0)?, 180.0)?;
    let fraction = |value: &Value| value.to_doubles().unwrap_or_default().map(|x| x - x.trunc());
    let zeros = patch(tangent, &fraction(&turns), 0.0);
    Ok(vec![patch(zeros, &fraction(&right), f64::INFINITY)])
}

/// `asind` and `acosd`.
pub fn in_degrees(mut call: Call, mapper: &Mapper) -> Result<Vec<Value>> {
    let value = std::mem::replace(&mut call.args[0], Value::empty());
    let angle = with_scalar(BinaryOp::Mul, &mapper.apply(value)?, 180.0)?;
    Ok(vec![with_scalar(BinaryOp::RightDivide, &angle, PI)?])
}

/// `atand`, which multiplies by a rounded factor.
pub fn atand(mut call: Call) -> Result<Vec<Value>> {
    let value = std::mem::replace(&mut call.args[0], Value::empty());
    Ok(vec![with_scalar(BinaryOp::Mul, &f::ATAN.apply(value)?, 180.0 / PI)?])
}

/// `deg2rad` and `rad2deg`.
///
/// # Errors
/// Integers, text and all that is no float.
pub fn scale_angle(call: Call, argument: &str, factor: f64) -> Result<Vec<Value>> {
    if !call.args[0].class().is_float() {
        fail!("{}: {argument} must be a floating point class (double or single)", call.name);
    }
    Ok(vec![with_scalar(BinaryOp::Mul, &call.args[0], factor)?])
}

/// `realsqrt` and `reallog`.
///
/// # Errors
/// `NAME: produced complex result`.
pub fn real_only(mut call: Call, mapper: &Mapper) -> Result<Vec<Value>> {
    let value = std::mem::replace(&mut call.args[0], Value::empty());
    if value.is_complex() {
        fail!("{}: produced complex result", call.name);
    }
    real_result(call.name, mapper.apply(value)?)
}

pub fn realpow(call: Call) -> Result<Vec<Value>> {
    real_result(call.name, ops::binary(BinaryOp::Power, &call.args[0], &call.args[1])?)
}

fn real_result(name: &str, value: Value) -> Result<Vec<Value>> {
    if value.is_complex() {
        fail!("{name}: produced complex result");
    }
    Ok(vec![value])
}

/// `nthroot(x, n)`.
///
/// # Errors
/// Complex arguments, `n` that is no scalar or zero, negative numbers without a real root.
pub fn nthroot(call: Call) -> Result<Vec<Value>> {
    let (x, n) = (&call.args[0], &call.args[1]);
    if x.is_complex() {
        fail!("nthroot: X must not contain complex values");
    }
    let Some(n) = n.as_scalar().filter(|&n_value| n.is_scalar() && !n.is_complex() && n_value != 0.0) else {
        fail!("nthroot: N must be a real nonzero scalar");
    };
    if n == 3.0 {
        return Ok(vec![f::CBRT.apply(x.clone())?]);
    }
    if n == -3.0 {
        return Ok(vec![one_over(&f::CBRT.apply(x.clone())?)?]);
    }
    let Some(array) = x.to_doubles() else { fail!("nthroot: X must be numeric") };
    let odd = n.is_finite() && super::division::modulo_of(n, 2.0) == 1.0;
    if !odd && array.iter().any(|&x| x < 0.0) {
        fail!("nthroot: N must be an odd integer if X contains negative values");
    }
    let class = if x.class() == Class::Single { Class::Single } else { Class::Double };
    Ok(vec![wrap_as(class, array.map(|&x| root(x, n)))])
}

/// The root of a magnitude, better by a step of Newton's method if `n` is a whole number, with the sign of `x`.
fn root(x: f64, n: f64) -> f64 {
    if n < 0.0 && n.fract() == 0.0 {
        return 1.0 / root(x, -n);
    }
    let magnitude = x.abs();
    let mut y = magnitude.powf(1.0 / n);
    if n.is_finite() && n > 0.0 && n.fract() == 0.0 && y != 0.0 && y.is_finite() {
        y = (magnitude / y.powf(n - 1.0) + y * (n - 1.0)) / n;
    }
    if x < 0.0 { -y } else { y }
}
