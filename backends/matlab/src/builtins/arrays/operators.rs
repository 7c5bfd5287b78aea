//! Operators as functions: `plus`, `and`, `not` and their kin.

use super::positions::nonzero;
use crate::builtins::Call;
use crate::value::Value;
use crate::{Error, Result, fail, ops};
use raddle_matlab::ast::{BinaryOp, UnaryOp};

pub fn unary(call: Call, op: UnaryOp) -> Result<Vec<Value>> {
    Ok(vec![ops::unary(op, &call.args[0])?])
}

/// Operators that take two operands, or more from left to right.
pub fn binary(call: Call, op: BinaryOp) -> Result<Vec<Value>> {
    let mut values = call.args.into_iter();
    let Some(mut result) = values.next() else {
        return Err(Error::invalid_call(call.name));
    };
    for value in values {
        result = ops::binary(op, &result, &value)?;
    }
    Ok(vec![result])
}

/// `xor`
pub fn xor(call: Call) -> Result<Vec<Value>> {
    let mut values = call.args.iter();
    let Some(first) = values.next() else {
        return Err(Error::invalid_call("xor"));
    };
    let mut result = truth(first)?;
    for value in values {
        let value = truth(value)?;
        result = ops::binary(BinaryOp::NotEqual, &result, &value).map_err(|error| {
            if error.identifier == "Octave:nonconformant-args" {
                Error::new("xor: X and Y must be of compatible size or scalars")
            } else {
                error
            }
        })?;
    }
    Ok(vec![result])
}

/// The value as `logical` makes it.
///
/// # Errors
/// Text, NaN, values without numbers.
pub fn truth(value: &Value) -> Result<Value> {
    if let Value::Char(chars) = value {
        fail!("logical: wrong type argument '{}'", if chars.double_quoted { "string" } else { "sq_string" });
    }
    let Some(mask) = nonzero(value) else {
        fail!("logical: wrong type argument '{}'", value.kind_name());
    };
    if value.to_complex().is_some_and(|array| array.iter().any(|x| x.re.is_nan() || x.im.is_nan())) {
        fail!("invalid conversion from NaN to logical");
    }
    Ok(Value::Bool(mask))
}

/// `any` and `all` along an axis.
pub fn quantifier(call: Call, over: Quantifier) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let dims = value.dims();
    let axis = match call.args.get(1) {
        None => None,
        Some(axis) => match axis.as_scalar().filter(|_| !axis.is_text()) {
            Some(x) if x >= 1.0 => Some((x as usize - 1).min(1 << 20)),
            Some(x) if x > -1.0 => None,
            Some(x) => fail!("{}: invalid dimension argument = {}", call.name, x.trunc()),
            None => fail!("{}: DIM must be an integer", call.name),
        },
    };
    let Some(mask) = nonzero(value) else {
        if let Value::Cell(_) = value {
            return Ok(vec![Value::empty()]);
        }
        return Ok(vec![Value::bool(false)]);
    };
    // NaN is not true for `any`, and not false for `all`.
    let mask = match value.to_complex().filter(|_| over == Quantifier::Any && value.class().is_float()) {
        Some(array) => array.map(|x| !x.re.is_nan() && !x.im.is_nan() && (x.re != 0.0 || x.im != 0.0)),
        None => mask,
    };
    // The empty matrix has one result.
    if axis.is_none() && dims.rank() == 2 && dims.rows() == 0 && dims.cols() == 0 {
        return Ok(vec![Value::bool(over == Quantifier::All)]);
    }
    let axis = axis.unwrap_or_else(|| dims.first_long());
    let inner: usize = (0..axis.min(dims.rank())).map(|k| dims.get(k)).product();
    let extent = dims.get(axis);
    let result = dims.with(axis, 1);
    let mask = mask.as_slice();
    let of = |k: usize| {
        let start = k / inner.max(1) * inner * extent + k % inner.max(1);
        let mut along = (0..extent).map(|step| mask[start + step * inner]);
        if over == Quantifier::All { along.all(|x| x) } else { along.any(|x| x) }
    };
    let values = (0..result.count()).map(of).collect();
    Ok(vec![Value::Bool(crate::value::Array::new(result, values))])
}

#[derive(Clone, Copy, PartialEq)]
pub enum Quantifier {
    Any,
    All,
}
