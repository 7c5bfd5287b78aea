//! Operators on values: arithmetic with broadcasting, comparison, logic, transposition, concatenation, conversion between classes,
//! ranges. Knows no syntax tree but its operators' names.

mod arithmetic;
mod compare;
mod concat;
mod convert;
mod divide;
mod elementwise;
mod equal;
mod errors;
mod in_place;
mod integer;
mod logic;
mod matrix_power;
mod power;
mod product;
mod range;
mod structured;
mod unary;
mod warnings;

pub use concat::{cat, concat};
pub use convert::convert;
pub use equal::is_equal;
pub use in_place::binary_into;
pub use product::as_factor;
pub use range::{endless, range, range_count};
pub use unary::unary;

/// The operator's text in messages.
pub use raddle_matlab::print::binary as symbol;
pub use warnings::{Warning, take_warnings, warn};

use crate::Result;
use crate::value::Value;
use raddle_matlab::ast::BinaryOp;

/// # Errors
/// Octave's: nonconformant extents, classes without the operation.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    if let (Value::Double(a), Value::Double(b)) = (left, right)
        && let (Some(&x), Some(&y)) = (a.as_scalar(), b.as_scalar())
        && let Some(value) = scalars(op, x, y)
    {
        return Ok(value);
    }
    errors::check_objects(op, left, right)?;
    errors::check_memory(left)?;
    errors::check_memory(right)?;
    if let Some(result) = structured::binary(op, left, right) {
        return result;
    }
    use BinaryOp::{MatLeftDivide, MatMul, MatPower, MatRightDivide};
    let element_op = match op {
        MatMul if left.is_scalar() || right.is_scalar() => BinaryOp::Mul,
        MatRightDivide if right.is_scalar() => BinaryOp::RightDivide,
        MatLeftDivide if left.is_scalar() => BinaryOp::LeftDivide,
        MatPower if left.is_scalar() && right.is_scalar() => BinaryOp::Power,
        MatMul => return product::product(left, right),
        MatRightDivide => return divide::right(left, right),
        MatLeftDivide => return divide::left(left, right),
        MatPower => return matrix_power::power(left, right),
        other => other,
    };
    elementwise(op, element_op, left, right)
}

/// `written` is the operator of the program, for messages.
fn elementwise(written: BinaryOp, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::RightDivide => {
            arithmetic::binary(written, op, left, right)
        }
        BinaryOp::LeftDivide => arithmetic::left_divide(written, left, right),
        BinaryOp::Power => power::binary(written, left, right),
        BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual => compare::binary(op, left, right),
        BinaryOp::And | BinaryOp::Or => logic::binary(op, left, right),
        BinaryOp::MatMul | BinaryOp::MatRightDivide | BinaryOp::MatLeftDivide | BinaryOp::MatPower => {
            Err(errors::not_implemented(written, left, right))
        }
    }
}

/// The operators on two real numbers; `None` where the result is not always a real number or a truth value.
fn scalars(op: BinaryOp, x: f64, y: f64) -> Option<Value> {
    Some(match op {
        BinaryOp::Add => Value::scalar(x + y),
        BinaryOp::Sub => Value::scalar(x - y),
        BinaryOp::Mul | BinaryOp::MatMul => Value::scalar(x * y),
        BinaryOp::RightDivide | BinaryOp::MatRightDivide => Value::scalar(x / y),
        BinaryOp::LeftDivide | BinaryOp::MatLeftDivide => Value::scalar(y / x),
        BinaryOp::Power | BinaryOp::MatPower => Value::scalar(power::real_power(x, y)?),
        BinaryOp::Less => Value::bool(x < y),
        BinaryOp::LessEqual => Value::bool(x <= y),
        BinaryOp::Greater => Value::bool(x > y),
        BinaryOp::GreaterEqual => Value::bool(x >= y),
        BinaryOp::Equal => Value::bool(x == y),
        BinaryOp::NotEqual => Value::bool(x != y),
        BinaryOp::And | BinaryOp::Or if x.is_nan() || y.is_nan() => return None,
        BinaryOp::And => Value::bool(x != 0.0 && y != 0.0),
        BinaryOp::Or => Value::bool(x != 0.0 || y != 0.0),
    })
}

#[cfg(test)]
mod tests;
