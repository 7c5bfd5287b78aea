//! Operators of one operand.

use std::rc::Rc;

use super::arithmetic::promoted;
use super::errors::{check_memory, no_method};
use super::logic::truths;
use crate::value::{Array, CharArray, StructArray, Value};
use crate::{Error, Result, fail};
use num_complex::Complex;
use raddle_matlab::ast::UnaryOp;

/// # Errors
/// Octave's: classes without the operation.
pub fn unary(op: UnaryOp, value: &Value) -> Result<Value> {
    if matches!(value, Value::Map(_)) {
        return Err(no_method(method(op)));
    }
    if op != UnaryOp::Plus {
        check_memory(value)?;
    }
    if let Some(result) = super::structured::unary(op, value) {
        return Ok(result);
    }
    match op {
        UnaryOp::Plus => plus(value).map(Value::narrow),
        UnaryOp::Minus => minus(value).map(Value::narrow),
        UnaryOp::Not => match truths(value) {
            Some(truths) => Ok(Value::Bool(truths?.map(|x| !x))),
            None => Err(not_implemented(op, value)),
        },
        UnaryOp::Transpose | UnaryOp::ConjugateTranspose => transposed(op, value),
    }
}

fn method(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "uplus",
        UnaryOp::Minus => "uminus",
        UnaryOp::Not => "not",
        UnaryOp::ConjugateTranspose => "ctranspose",
        UnaryOp::Transpose => "transpose",
    }
}

fn not_implemented(op: UnaryOp, value: &Value) -> Error {
    let symbol = match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::Not => "!",
        UnaryOp::ConjugateTranspose => "'",
        UnaryOp::Transpose => ".'",
    };
    Error::new(format!("unary operator '{symbol}' not implemented for '{}' operands", value.kind_name()))
}

fn plus(value: &Value) -> Result<Value> {
    match value {
        Value::Range(_) => Ok(value.clone()),
        Value::Cell(_) | Value::Struct(_) | Value::Handle(_) => Err(not_implemented(UnaryOp::Plus, value)),
        other => Ok(promoted(other)),
    }
}

fn minus(value: &Value) -> Result<Value> {
    Ok(match &promoted(value) {
        Value::Double(array) => Value::Double(array.map(|x| -x)),
        Value::Single(array) => Value::Single(array.map(|x| -x)),
        Value::Complex(array) => Value::Complex(array.map(|x| -x)),
        Value::SingleComplex(array) => Value::SingleComplex(array.map(|x| -x)),
        Value::I8(array) => Value::I8(array.map(|x| x.saturating_neg())),
        Value::I16(array) => Value::I16(array.map(|x| x.saturating_neg())),
        Value::I32(array) => Value::I32(array.map(|x| x.saturating_neg())),
        Value::I64(array) => Value::I64(array.map(|x| x.saturating_neg())),
        Value::U8(array) => Value::U8(array.map(|_| 0)),
        Value::U16(array) => Value::U16(array.map(|_| 0)),
        Value::U32(array) => Value::U32(array.map(|_| 0)),
        Value::U64(array) => Value::U64(array.map(|_| 0)),
        _ => return Err(not_implemented(UnaryOp::Minus, value)),
    })
}

fn transposed(op: UnaryOp, value: &Value) -> Result<Value> {
    if matches!(value, Value::Handle(_)) {
        return Err(not_implemented(op, value));
    }
    if value.dims().rank() > 2 {
        let is_complex = matches!(value, Value::Complex(_) | Value::SingleComplex(_));
        let which = if is_complex && op == UnaryOp::ConjugateTranspose { "complex-conjugate " } else { "" };
        fail!("{which}transpose not defined for N-D objects");
    }
    let turned = transpose(value.clone().full());
    Ok(match (op, turned) {
        (UnaryOp::ConjugateTranspose, Value::Complex(array)) => Value::Complex(array.map(Complex::conj)),
        (UnaryOp::ConjugateTranspose, Value::SingleComplex(array)) => Value::SingleComplex(array.map(Complex::conj)),
        (_, turned) => turned,
    }
    .narrow())
}

/// Rows and columns of a matrix exchanged, without conjugation.
pub fn transpose(value: Value) -> Value {
    match value {
        Value::Double(array) => Value::Double(turn(array)),
        Value::Single(array) => Value::Single(turn(array)),
        Value::Complex(array) => Value::Complex(turn(array)),
        Value::SingleComplex(array) => Value::SingleComplex(turn(array)),
        Value::Bool(array) => Value::Bool(turn(array)),
        Value::Char(chars) => Value::Char(CharArray { bytes: turn(chars.bytes), ..chars }),
        Value::I8(array) => Value::I8(turn(array)),
        Value::I16(array) => Value::I16(turn(array)),
        Value::I32(array) => Value::I32(turn(array)),
        Value::I64(array) => Value::I64(turn(array)),
        Value::U8(array) => Value::U8(turn(array)),
        Value::U16(array) => Value::U16(turn(array)),
        Value::U32(array) => Value::U32(turn(array)),
        Value::U64(array) => Value::U64(turn(array)),
        Value::Cell(array) => Value::cell(turn(Rc::unwrap_or_clone(array))),
        Value::Struct(structs) => {
            let dims = [structs.dims().cols(), structs.dims().rows()].into();
            let fields =
                Rc::unwrap_or_clone(structs).fields.into_iter().map(|(name, field)| (name, turn(field))).collect();
            Value::structs(StructArray::with_fields(dims, fields))
        }
        other @ (Value::Handle(_)
        | Value::Map(_)
        | Value::Parser(_)
        | Value::Range(_)
        | Value::Diagonal(_)
        | Value::Structured(_)) => other,
    }
}

fn turn<T: Clone>(array: Array<T>) -> Array<T> {
    let (rows, columns) = (array.dims().rows(), array.dims().cols());
    let dims = [columns, rows].into();
    if rows == 1 || columns == 1 {
        return array.reshape(dims);
    }
    let values = array.as_slice();
    let mut result = Vec::with_capacity(values.len());
    for row in 0..rows {
        result.extend(values[row.min(values.len())..].iter().step_by(rows).cloned());
    }
    Array::new(dims, result)
}
