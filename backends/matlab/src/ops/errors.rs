//! The errors of operators in Octave's words.

use super::symbol;
use crate::value::{Dims, Value, room};
use crate::{Error, Result};
use raddle_matlab::ast::BinaryOp;

/// `binary operator '+' not implemented for 'cell' by 'scalar' operations`.
pub fn not_implemented(op: BinaryOp, left: &Value, right: &Value) -> Error {
    let (left, right) = (operand_name(left), operand_name(right));
    Error::new(format!("binary operator '{}' not implemented for '{left}' by '{right}' operations", symbol(op)))
}

/// Logical values, characters and ranges are named as what they were converted to when the operator was looked for.
fn operand_name(value: &Value) -> String {
    let shape = || if value.is_scalar() { "scalar" } else { "matrix" };
    match value {
        Value::Bool(_) | Value::Char(_) | Value::Range(_) | Value::Diagonal(_) => shape().into(),
        Value::Structured(matrix) => matrix.to_value().kind_name(),
        other => other.kind_name(),
    }
}

/// Extents that do not conform. The text before it depends on the operator.
pub fn nonconformant(op: BinaryOp, left: &Dims, right: &Dims) -> Error {
    let name = match op {
        BinaryOp::Mul => "product",
        BinaryOp::RightDivide | BinaryOp::LeftDivide => "quotient",
        BinaryOp::Less => "mx_el_lt",
        BinaryOp::LessEqual => "mx_el_le",
        BinaryOp::Greater => "mx_el_gt",
        BinaryOp::GreaterEqual => "mx_el_ge",
        BinaryOp::Equal => "mx_el_eq",
        BinaryOp::NotEqual => "mx_el_ne",
        BinaryOp::And => "mx_el_and",
        BinaryOp::Or => "mx_el_or",
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::MatMul
        | BinaryOp::MatRightDivide
        | BinaryOp::MatLeftDivide
        | BinaryOp::MatPower
        | BinaryOp::Power => &format!("operator {}", symbol(op)),
    };
    let message = format!("{name}: nonconformant arguments (op1 is {left}, op2 is {right})");
    Error::with_id("Octave:nonconformant-args", message)
}

pub fn nan_to_logical() -> Error {
    Error::new("invalid conversion from NaN to logical")
}

/// Objects have methods instead of operators, and `containers.Map` has none of these.
pub fn check_objects(op: BinaryOp, left: &Value, right: &Value) -> Result<()> {
    if !matches!(left, Value::Map(_)) && !matches!(right, Value::Map(_)) {
        return Ok(());
    }
    let method = match op {
        BinaryOp::Add => "plus",
        BinaryOp::Sub => "minus",
        BinaryOp::MatMul => "mtimes",
        BinaryOp::MatRightDivide => "mrdivide",
        BinaryOp::MatLeftDivide => "mldivide",
        BinaryOp::MatPower => "mpower",
        BinaryOp::Mul => "times",
        BinaryOp::RightDivide => "rdivide",
        BinaryOp::LeftDivide => "ldivide",
        BinaryOp::Power => "power",
        BinaryOp::Less => "lt",
        BinaryOp::LessEqual => "le",
        BinaryOp::Greater => "gt",
        BinaryOp::GreaterEqual => "ge",
        BinaryOp::Equal => "eq",
        BinaryOp::NotEqual => "ne",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
    };
    Err(no_method(method))
}

/// The elements of a range may be more than memory has room for.
pub fn check_memory(value: &Value) -> Result<()> {
    match value {
        Value::Range(range) => room::<f64>(range.count).map(drop),
        _ => Ok(()),
    }
}

pub fn no_method(method: &str) -> Error {
    Error::new(format!("{method} method not defined for containers.Map class"))
}
