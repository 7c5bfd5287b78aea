//! Arrays cut or filled at their ends: `resize`, `postpad`, `prepad`.

use super::extents::count;
use super::places::{check_room, combine};
use crate::builtins::Call;
use crate::value::{Dims, NOWHERE, Value};
use crate::{Error, Result, fail};

/// `resize (A, m, n, ...)`: cut or filled with zeros at the ends.
pub fn resize(call: Call) -> Result<Vec<Value>> {
    let [value, rest @ ..] = &call.args[..] else {
        return Err(Error::invalid_call(call.name));
    };
    let mut extents = vec![];
    for argument in rest {
        let Some(numbers) = argument.to_doubles() else {
            fail!("octave_base_value::array_value(): wrong type argument '{}'", argument.kind_name());
        };
        extents.extend(numbers.iter().copied());
    }
    if let [n] = extents[..] {
        extents.push(n);
    }
    if extents.iter().any(|&x| x < 0.0) {
        return Err(Error::with_id(
            "Octave:invalid-resize",
            "Invalid resizing operation or ambiguous assignment to an out-of-bounds array element",
        ));
    }
    extents.iter().try_for_each(|&x| check_room(x as usize))?;
    let dims = value.dims();
    let rank = extents.len().max(dims.rank());
    let axes: Vec<Vec<usize>> = (0..rank)
        .map(|axis| {
            let extent = extents.get(axis).map_or(1, |&x| x as usize);
            (0..extent).map(|k| if k < dims.get(axis) { k } else { NOWHERE }).collect()
        })
        .collect();
    let lengths: Vec<_> = axes.iter().map(Vec::len).collect();
    let places = combine(&axes, &dims)?;
    let resized = value.picked(&places, Dims::new(&lengths))?;
    // Octave fills cells with zeros here.
    Ok(vec![if let Value::Cell(_) = value { with_padding(resized, &places, &Value::scalar(0.0))? } else { resized }])
}

/// Puts a value to where places are [`NOWHERE`].
fn with_padding(mut value: Value, places: &[usize], padding: &Value) -> Result<Value> {
    let mask: Vec<_> = places.iter().map(|&place| place == NOWHERE).collect();
    if mask.contains(&true) {
        let mask = Value::Bool(crate::value::Array::column(mask));
        crate::index::set(&mut value, &[crate::index::Subscript::Value(mask)], padding.clone())?;
    }
    Ok(value)
}

/// `postpad (A, l, c, dim)` and `prepad`.
pub fn pad(call: Call, end: End) -> Result<Vec<Value>> {
    let name = call.name;
    let value = &call.args[0];
    let dims = value.dims();
    let axis = match call.args.get(3) {
        None => dims.first_long(),
        Some(axis) => match axis.as_scalar() {
            Some(x) if axis.is_scalar() && x.fract() == 0.0 && (1.0..1e6).contains(&x) => x as usize - 1,
            _ => fail!("{name}: DIM must be an integer and a valid dimension"),
        },
    };
    let padding = match call.args.get(2) {
        None => Value::scalar(0.0),
        Some(padding) if padding.is_empty() => Value::scalar(0.0),
        Some(padding) if padding.is_scalar() => padding.clone(),
        Some(_) => fail!("{name}: third argument must be empty or a scalar"),
    };
    let length = match call.args[1].as_scalar() {
        Some(x) if call.args[1].is_scalar() && x >= 0.0 => x,
        _ => fail!("{name}: second argument must be a positive scaler"),
    };
    let length = count(length.floor(), "octave_idx_type")?;
    check_room(length)?;
    let extent = dims.get(axis);
    let positions: Vec<_> = match end {
        End::Last => (0..length).map(|k| if k < extent { k } else { NOWHERE }).collect(),
        End::First => (0..length).map(|k| (k + extent).checked_sub(length).unwrap_or(NOWHERE)).collect(),
    };
    let mut axes: Vec<Vec<usize>> = (0..dims.rank().max(axis + 1)).map(|axis| (0..dims.get(axis)).collect()).collect();
    axes[axis] = positions;
    let places = combine(&axes, &dims)?;
    let padded = value.picked(&places, dims.with(axis, length))?;
    with_padding(padded, &places, &padding).map(|value| vec![value])
}

#[derive(Clone, Copy)]
pub enum End {
    First,
    Last,
}
