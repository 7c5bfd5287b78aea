//! Arguments of the statistical functions, and shorthands for operators on values. Computes no statistics.

use super::along::first_above_one;
use crate::ops;
use crate::value::{Class, Value};
use crate::{Error, Result};
use raddle_matlab::ast::BinaryOp;

/// Numbers and truth values: what the statistical functions take.
pub fn is_numeric_or_logical(value: &Value) -> bool {
    value.is_number_like() && !value.is_text()
}

/// # Errors
/// `NAME: X must be a numeric vector or matrix`.
pub fn check_numeric(name: &str, value: &Value) -> Result<()> {
    if is_numeric_or_logical(value) {
        return Ok(());
    }
    Err(Error::new(format!("{name}: X must be a numeric vector or matrix")))
}

/// A 0-based dimension from an argument; by default the first one with more than one element.
///
/// # Errors
/// `NAME: DIM must be an integer and a valid dimension`.
pub fn dimension(name: &str, value: &Value, argument: Option<&Value>) -> Result<usize> {
    match argument {
        None => Ok(first_above_one(&value.dims())),
        Some(argument) if argument.is_empty() && !argument.is_text() => Ok(first_above_one(&value.dims())),
        Some(argument) => explicit_dimension(argument)
            .ok_or_else(|| Error::new(format!("{name}: DIM must be an integer and a valid dimension"))),
    }
}

pub fn explicit_dimension(argument: &Value) -> Option<usize> {
    let dim = argument.as_scalar().filter(|_| argument.is_scalar() && !argument.is_text())?;
    if dim >= 1.0 && dim.fract() == 0.0 && dim < 1e6 { Some(dim as usize - 1) } else { None }
}

/// Integers, truth values and text become doubles; floats stay.
///
/// # Errors
/// Values that are no numbers.
pub fn to_float(value: &Value) -> Result<Value> {
    let value = value.clone().full();
    if value.class().is_float() { Ok(value) } else { ops::convert(&value, Class::Double) }
}

pub fn add(a: &Value, b: &Value) -> Result<Value> {
    ops::binary(BinaryOp::Add, a, b)
}

pub fn subtract(a: &Value, b: &Value) -> Result<Value> {
    ops::binary(BinaryOp::Sub, a, b)
}

pub fn multiply(a: &Value, b: &Value) -> Result<Value> {
    ops::binary(BinaryOp::Mul, a, b)
}

pub fn divide(a: &Value, b: &Value) -> Result<Value> {
    ops::binary(BinaryOp::RightDivide, a, b)
}

pub fn divide_by(a: &Value, b: f64) -> Result<Value> {
    divide(a, &Value::scalar(b))
}

pub fn power(a: &Value, exponent: f64) -> Result<Value> {
    ops::binary(BinaryOp::Power, a, &Value::scalar(exponent))
}
