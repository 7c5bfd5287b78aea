//! `x += y` and its kin on the elements of `x` where no other value shares them.

use super::binary;
use crate::builtins::elementary::numeric::with_elements;
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
    let of_one_class = std::mem::discriminant(target) == std::mem::discriminant(right);
    let is_logical = matches!(target, Value::Bool(_));
    let unshared = with_elements!(target, array => array.is_unshared(), _ => false);
    let own = of_one_class && unshared && is_logical == matches!(op, BinaryOp::And | BinaryOp::Or);
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
