//! Extents of values: `size`, `numel`, `length`, `size_equal`.

use crate::builtins::Call;
use crate::builtins::arrays::extents::integer;
use crate::index;
use crate::value::Value;
use crate::{Error, Result, fail};

/// `size (x)`, `size (x, d)`, `size (x, d1, d2, ...)`; several outputs take an extent each, the last one the product of the rest.
pub fn size(call: Call) -> Result<Vec<Value>> {
    let [value, rest @ ..] = &call.args[..] else {
        return Err(Error::invalid_call("size"));
    };
    let dims = value.dims();
    if rest.is_empty() {
        if call.nargout <= 1 {
            return Ok(vec![Value::row(dims.as_slice().iter().map(|&extent| extent as f64).collect())]);
        }
        let extent = |k: usize| {
            if k + 1 == call.nargout { dims.as_slice().iter().skip(k).product() } else { dims.get(k) }
        };
        return Ok((0..call.nargout).map(|k| Value::scalar(extent(k) as f64)).collect());
    }
    let mut wanted = vec![];
    for argument in rest {
        if argument.is_text() {
            fail!("invalid conversion from string to real N-D array");
        }
        let Some(numbers) = argument.to_doubles() else {
            fail!("octave_base_value::array_value(): wrong type argument '{}'", argument.kind_name());
        };
        for &x in numbers.iter() {
            let axis = integer(x, "octave_idx_type")?;
            if axis < 1 {
                fail!("size: requested dimension DIM (= {axis}) out of range");
            }
            wanted.push(dims.get(axis as usize - 1) as f64);
        }
    }
    if call.nargout <= 1 {
        return Ok(vec![Value::row(wanted)]);
    }
    if call.nargout != wanted.len() {
        fail!("size: nargout > 1 but does not match number of requested dimensions");
    }
    Ok(wanted.into_iter().map(Value::scalar).collect())
}

/// `numel (x)`; with subscripts the number of elements that they would select.
pub fn numel(call: Call) -> Result<Vec<Value>> {
    let [value, subscripts @ ..] = &call.args[..] else {
        return Err(Error::invalid_call("numel"));
    };
    let dims = value.dims();
    let count = if subscripts.is_empty() {
        if let Value::Map(_) = value { 1 } else { dims.count() }
    } else {
        let extents = index::extents(&dims, subscripts.len());
        let lengths = subscripts.iter().zip(extents).map(|(subscript, extent)| match subscript {
            colon if colon.as_bytes() == Some(b":") => extent,
            Value::Bool(mask) => mask.iter().filter(|&&kept| kept).count(),
            other => other.count(),
        });
        lengths.product()
    };
    Ok(vec![Value::scalar(count as f64)])
}

pub fn length(call: Call) -> Result<Vec<Value>> {
    let dims = call.args[0].dims();
    let longest = dims.as_slice().iter().copied().max().unwrap_or(0);
    Ok(vec![Value::scalar(if dims.count() == 0 { 0.0 } else { longest as f64 })])
}

pub fn size_equal(call: Call) -> Result<Vec<Value>> {
    let dims = call.args.first().map(Value::dims);
    Ok(vec![Value::bool(call.args.iter().all(|value| Some(value.dims()) == dims))])
}
