//! `&`, `|` and `!`: NaN has no truth.

use super::arithmetic::{is_integer, promoted};
use super::elementwise::zip;
use super::errors::{nan_to_logical, not_implemented};
use crate::Result;
use crate::builtins::elementary::numeric::with_integers;
use crate::value::{Array, Value};
use raddle_matlab::ast::BinaryOp;

/// `op` is `&` or `|`.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    let has_integer = is_integer(left) || is_integer(right);
    let mixes = is_integer(left) && is_integer(right) && left.class() != right.class();
    let has_complex = left.is_complex() || right.is_complex();
    if mixes || (has_integer && has_complex) {
        return Err(not_implemented(op, left, right));
    }
    let (Some(a), Some(b)) = (truths(left), truths(right)) else {
        return Err(not_implemented(op, left, right));
    };
    // NaN is true in and beside complex scalars, and beside an integer scalar.
    let lenient = (has_integer || has_complex) && left.is_scalar() && right.is_scalar();
    let known =
        |truths: Result<Array<bool>>| if lenient { Ok(truths.unwrap_or_else(|_| Array::scalar(true))) } else { truths };
    let (a, b) = (known(a)?, known(b)?);
    Ok(Value::Bool(match op {
        BinaryOp::And => zip(op, &a, &b, |x, y| x && y)?,
        _ => zip(op, &a, &b, |x, y| x || y)?,
    }))
}

/// Which elements are not zero. `None` for classes without a truth, an error for NaN.
pub fn truths(value: &Value) -> Option<Result<Array<bool>>> {
    Some(match &promoted(value) {
        Value::Double(array) => floats(array, |x| *x != 0.0, |x| x.is_nan()),
        Value::Single(array) => floats(array, |x| *x != 0.0, |x| x.is_nan()),
        Value::Complex(array) => floats(array, |x| x.re != 0.0 || x.im != 0.0, |x| x.re.is_nan() || x.im.is_nan()),
        Value::SingleComplex(array) => {
            floats(array, |x| x.re != 0.0 || x.im != 0.0, |x| x.re.is_nan() || x.im.is_nan())
        }
        other => with_integers!(other, array => Ok(array.map(|&x| x != 0)), _ => return None),
    })
}

fn floats<T>(array: &Array<T>, truth: fn(&T) -> bool, is_nan: fn(&T) -> bool) -> Result<Array<bool>> {
    if array.iter().any(is_nan) { Err(nan_to_logical()) } else { Ok(array.map(truth)) }
}
