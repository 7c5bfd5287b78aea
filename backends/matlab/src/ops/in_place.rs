//! `x += y` and its kin on the elements of `x` where no other value shares them.

use super::binary;
use crate::value::{Array, Value};
use crate::{Error, Result};
use raddle_matlab::ast::BinaryOp;

/// `target = target op right`. The target is unchanged where an error is returned.
///
/// # Errors
/// As [`binary`].
pub fn binary_into(op: BinaryOp, target: &mut Value, right: &Value) -> Result<()> {
    if let (Value::Double(a), Value::Double(b)) = (&mut *target, right)
        && (a.len() == b.len() && a.dims() == b.dims() || b.as_scalar().is_some())
        && update(op, a, b)
    {
        return Ok(());
    }
    *target = binary(op, target, right).map_err(|error| named_in_place(op, target, right, error))?;
    Ok(())
}

/// Octave names another operator where it would have worked in place: both have one class, and no other value shares the elements.
fn named_in_place(op: BinaryOp, target: &Value, right: &Value, error: Error) -> Error {
    let name = match op {
        BinaryOp::Add => "+=",
        BinaryOp::Sub => "-=",
        BinaryOp::Mul => ".*=",
        BinaryOp::RightDivide => "./=",
        BinaryOp::And => "operator &=",
        BinaryOp::Or => "operator |=",
        _ => return error,
    };
    let is_logic = matches!(op, BinaryOp::And | BinaryOp::Or);
    let own = match (target, right) {
        (Value::Double(a), Value::Double(_)) if !is_logic => a.is_unshared(),
        (Value::Single(a), Value::Single(_)) if !is_logic => a.is_unshared(),
        (Value::Complex(a), Value::Complex(_)) if !is_logic => a.is_unshared(),
        (Value::I8(a), Value::I8(_)) if !is_logic => a.is_unshared(),
        (Value::I16(a), Value::I16(_)) if !is_logic => a.is_unshared(),
        (Value::I32(a), Value::I32(_)) if !is_logic => a.is_unshared(),
        (Value::I64(a), Value::I64(_)) if !is_logic => a.is_unshared(),
        (Value::U8(a), Value::U8(_)) if !is_logic => a.is_unshared(),
        (Value::U16(a), Value::U16(_)) if !is_logic => a.is_unshared(),
        (Value::U32(a), Value::U32(_)) if !is_logic => a.is_unshared(),
        (Value::U64(a), Value::U64(_)) if !is_logic => a.is_unshared(),
        (Value::Bool(a), Value::Bool(_)) if is_logic => a.is_unshared(),
        _ => false,
    };
    match error.message.split_once(": nonconformant") {
        Some((_, rest)) if own => Error { message: format!("{name}: nonconformant{rest}"), ..error },
        _ => error,
    }
}

/// `false` where the operator is not one of doubles with the same extents.
fn update(op: BinaryOp, a: &mut Array<f64>, b: &Array<f64>) -> bool {
    let scalar = b.as_scalar().is_some();
    match op {
        BinaryOp::Add => each(a, b, |x, y| *x += y),
        BinaryOp::Sub => each(a, b, |x, y| *x -= y),
        BinaryOp::Mul => each(a, b, |x, y| *x *= y),
        BinaryOp::RightDivide => each(a, b, |x, y| *x /= y),
        BinaryOp::MatMul if scalar => each(a, b, |x, y| *x *= y),
        BinaryOp::MatRightDivide if scalar => each(a, b, |x, y| *x /= y),
        _ => return false,
    }
    true
}

fn each(a: &mut Array<f64>, b: &Array<f64>, f: impl Fn(&mut f64, f64)) {
    match b.as_scalar() {
        Some(&y) => a.make_mut().iter_mut().for_each(|x| f(x, y)),
        None => a.make_mut().iter_mut().zip(b.iter()).for_each(|(x, &y)| f(x, y)),
    }
}
