//! Single elements by plain numbers: what loops do. Allocates nothing, reports nothing: what is unusual is left to the other files.

use super::Subscript;
use crate::value::{Array, Complex64, Dims, Value};

/// `value(subscripts)` for positions in bound that are double scalars. `None` in every other case, also for errors.
pub fn get(value: &Value, subscripts: &[Subscript]) -> Option<Value> {
    let at = |dims: &Dims| position(dims, subscripts);
    Some(match value {
        Value::Double(array) => Value::scalar(array.as_slice()[at(array.dims())?]),
        Value::Bool(array) => Value::bool(array.as_slice()[at(array.dims())?]),
        Value::Range(range) => Value::scalar(range.get(at(&[1, range.len()].into())?)),
        Value::Cell(array) => Value::cell(Array::scalar(array.as_slice()[at(array.dims())?].clone())),
        Value::Complex(array) => match array.as_slice()[at(array.dims())?] {
            Complex64 { re, im: 0.0 } => Value::scalar(re),
            number => Value::Complex(Array::scalar(number)),
        },
        Value::Char(chars) => {
            let bytes = Array::scalar(chars.bytes.as_slice()[at(chars.bytes.dims())?]);
            Value::Char(crate::value::CharArray { bytes, double_quoted: chars.double_quoted })
        }
        Value::Single(array) => Value::Single(Array::scalar(array.as_slice()[at(array.dims())?])),
        Value::I8(array) => Value::I8(Array::scalar(array.as_slice()[at(array.dims())?])),
        Value::I16(array) => Value::I16(Array::scalar(array.as_slice()[at(array.dims())?])),
        Value::I32(array) => Value::I32(Array::scalar(array.as_slice()[at(array.dims())?])),
        Value::I64(array) => Value::I64(Array::scalar(array.as_slice()[at(array.dims())?])),
        Value::U8(array) => Value::U8(Array::scalar(array.as_slice()[at(array.dims())?])),
        Value::U16(array) => Value::U16(Array::scalar(array.as_slice()[at(array.dims())?])),
        Value::U32(array) => Value::U32(Array::scalar(array.as_slice()[at(array.dims())?])),
        Value::U64(array) => Value::U64(Array::scalar(array.as_slice()[at(array.dims())?])),
        _ => return None,
    })
}

/// `target(subscripts) = value` for positions in bound that are double scalars and a scalar of the target's class. The value
/// comes back if it could not be written.
pub fn set(target: &mut Value, subscripts: &[Subscript], value: Value) -> Option<Value> {
    match (target, value) {
        (Value::Double(array), Value::Double(value)) => put(array, subscripts, value).map(Value::Double),
        (Value::Complex(array), Value::Complex(value)) => put(array, subscripts, value).map(Value::Complex),
        (Value::Bool(array), Value::Bool(value)) => put(array, subscripts, value).map(Value::Bool),
        (Value::Single(array), Value::Single(value)) => put(array, subscripts, value).map(Value::Single),
        (Value::I8(array), Value::I8(value)) => put(array, subscripts, value).map(Value::I8),
        (Value::I16(array), Value::I16(value)) => put(array, subscripts, value).map(Value::I16),
        (Value::I32(array), Value::I32(value)) => put(array, subscripts, value).map(Value::I32),
        (Value::I64(array), Value::I64(value)) => put(array, subscripts, value).map(Value::I64),
        (Value::U8(array), Value::U8(value)) => put(array, subscripts, value).map(Value::U8),
        (Value::U16(array), Value::U16(value)) => put(array, subscripts, value).map(Value::U16),
        (Value::U32(array), Value::U32(value)) => put(array, subscripts, value).map(Value::U32),
        (Value::U64(array), Value::U64(value)) => put(array, subscripts, value).map(Value::U64),
        (Value::Char(chars), Value::Char(mut value)) => {
            value.bytes = put(&mut chars.bytes, subscripts, value.bytes)?;
            Some(Value::Char(value))
        }
        (_, value) => Some(value),
    }
}

fn put<T: Clone>(array: &mut Array<T>, subscripts: &[Subscript], value: Array<T>) -> Option<Array<T>> {
    if let (Some(element), Some(at)) = (value.as_scalar(), position(array.dims(), subscripts)) {
        array.make_mut()[at] = element.clone();
        return None;
    }
    Some(value)
}

/// The element at 1-based positions of an array, if it has one there.
pub fn element<T: Copy>(array: &Array<T>, at: &[f64]) -> Option<T> {
    array.as_slice().get(offset(array.dims(), at.iter().map(|&x| Some(x)), at.len())?).copied()
}

/// Writes the element at 1-based positions. False, and nothing is written, if the array has none there.
pub fn set_element<T: Clone>(array: &mut Array<T>, at: &[f64], value: T) -> bool {
    match offset(array.dims(), at.iter().map(|&x| Some(x)), at.len()) {
        Some(at) => {
            array.make_mut()[at] = value;
            true
        }
        None => false,
    }
}

fn position(dims: &Dims, subscripts: &[Subscript]) -> Option<usize> {
    let number = |subscript: &Subscript| match subscript {
        Subscript::Value(Value::Double(array)) => array.as_scalar().copied(),
        Subscript::Value(_) | Subscript::Colon => None,
    };
    offset(dims, subscripts.iter().map(number), subscripts.len())
}

/// The place of an element in memory, if all positions are in bound.
fn offset(dims: &Dims, mut at: impl Iterator<Item = Option<f64>>, count: usize) -> Option<usize> {
    match count {
        1 => below(at.next()??, dims.count()),
        2 if dims.rank() == 2 => {
            let row = below(at.next()??, dims.rows())?;
            let column = below(at.next()??, dims.cols())?;
            Some(column * dims.rows() + row)
        }
        0 => None,
        _ if count >= dims.rank() => {
            let (mut offset, mut stride) = (0, 1);
            for (dimension, at) in at.enumerate() {
                offset += below(at?, dims.get(dimension))? * stride;
                stride *= dims.get(dimension);
            }
            Some(offset)
        }
        _ => None,
    }
}

fn below(x: f64, extent: usize) -> Option<usize> {
    // Not a number, zero and negative numbers become 0; too large ones the greatest integer.
    let position = x as usize;
    (position as f64 == x && position >= 1 && position <= extent).then(|| position - 1)
}
