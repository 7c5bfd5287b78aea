//! Operators on values: arithmetic with broadcasting, comparison, logic, transposition, concatenation, conversion between classes,
//! ranges. Knows no syntax tree but its operators' names.

use crate::Result;
use crate::value::{Class, Value};
use raddle_matlab::ast::{BinaryOp, UnaryOp};

/// # Errors
/// Octave's: nonconformant extents, classes without the operation.
pub fn binary(_op: BinaryOp, _left: &Value, _right: &Value) -> Result<Value> {
    todo!()
}

/// # Errors
/// Octave's: classes without the operation.
pub fn unary(_op: UnaryOp, _value: &Value) -> Result<Value> {
    todo!()
}

/// `base:step:limit`.
///
/// # Errors
/// Octave's: operands that are no numbers.
pub fn range(_base: &Value, _step: Option<&Value>, _limit: &Value) -> Result<Value> {
    todo!()
}

/// `[a, b; c, d]`. Cells, structs, strings and all classes of numbers.
///
/// # Errors
/// Octave's: dimensions that do not match, classes that do not mix.
pub fn concat(_rows: Vec<Vec<Value>>) -> Result<Value> {
    todo!()
}

/// Concatenation along 0-based dimension `dimension` (`horzcat` is 1, `vertcat` is 0, `cat(3, ...)` is 2).
///
/// # Errors
/// As [`concat`].
pub fn cat(_dimension: usize, _values: Vec<Value>) -> Result<Value> {
    todo!()
}

/// `double(x)`, `int8(x)`, `logical(x)`, `char(x)` of an array of numbers: rounding and saturation included.
///
/// # Errors
/// Octave's: NaN to logical, classes without a conversion.
pub fn convert(_value: &Value, _class: Class) -> Result<Value> {
    todo!()
}

/// `isequal(a, b)`.
pub fn is_equal(_a: &Value, _b: &Value) -> bool {
    todo!()
}

/// The operator's text in messages.
pub fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::MatMul => "*",
        BinaryOp::MatRightDivide => "/",
        BinaryOp::MatLeftDivide => "\\",
        BinaryOp::MatPower => "^",
        BinaryOp::Mul => ".*",
        BinaryOp::RightDivide => "./",
        BinaryOp::LeftDivide => ".\\",
        BinaryOp::Power => ".^",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
    }
}
