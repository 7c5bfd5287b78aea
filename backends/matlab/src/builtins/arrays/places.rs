//! Functions that only move elements: `repmat`, `reshape`, `permute`, `circshift`, `flip`, `rot90` and their kin, for all classes. Adds nothing.

use super::extents::{count, integer};
use crate::builtins::Call;
use crate::index::{self, Subscript};
use crate::value::{Array, Diagonal, Dims, NOWHERE, Value};
use crate::{Error, Result, fail, ops};

/// `repmat (A, m)`, `repmat (A, m, n, p)`, `repmat (A, [m n p])`.
pub fn repmat(call: Call) -> Result<Vec<Value>> {
    let [value, rest @ ..] = &call.args[..] else {
        return Err(Error::invalid_call(call.name));
    };
    if let Value::Handle(_) = value {
        fail!("can't perform indexed assignment for function handle type");
    }
    let times = repetitions(rest)?;
    let dims = value.dims();
    let rank = dims.rank().max(times.len());
    let extents: Vec<_> = (0..rank)
        .map(|dimension| dims.get(dimension).checked_mul(times.get(dimension).copied().unwrap_or(1)))
        .collect::<Option<_>>()
        .ok_or_else(Error::out_of_memory)?;
    let result = Dims::new(&extents);
    if result == dims {
        return Ok(vec![value.clone().full()]);
    }
    let longest = extents.iter().copied().max().unwrap_or(0);
    check_room(longest)?;
    let axes: Vec<Vec<usize>> =
        extents.iter().enumerate().map(|(axis, &extent)| cycle(extent, dims.get(axis))).collect();
    Ok(vec![value.picked(&combine(&axes, &dims)?, result)?])
}

/// # Errors
/// Memory has no room for so many positions.
pub fn check_room(count: usize) -> Result<()> {
    crate::value::room::<usize>(count).map(drop)
}

/// The numbers `0..period` again and again.
fn cycle(count: usize, period: usize) -> Vec<usize> {
    (0..count).map(|k| k % period.max(1)).collect()
}

fn repetitions(args: &[Value]) -> Result<Vec<usize>> {
    let numbers = |value: &Value| -> Result<Vec<usize>> {
        let numbers = value.to_doubles().ok_or_else(|| Error::new("repmat: invalid dimensions"))?;
        // Octave rounds nothing here, but what is no integer is no use either.
        numbers
            .iter()
            .map(|&x| {
                count(x.floor(), "octave_idx_type").or(if x.is_nan() { Ok(0) } else { Err(Error::out_of_memory()) })
            })
            .collect()
    };
    if let [one] = args {
        let times = numbers(one)?;
        return Ok(match times[..] {
            [] => vec![1, 1],
            [n] => vec![n, n],
            _ => times,
        });
    }
    let mut all = vec![];
    for value in args {
        all.extend(numbers(value)?);
    }
    Ok(match all[..] {
        [n] => vec![n, n],
        _ => all,
    })
}

/// The places in an array of extents `dims` of all combinations of positions along its axes, the first axis fastest.
///
/// # Errors
/// Too many elements.
pub fn combine(axes: &[Vec<usize>], dims: &Dims) -> Result<Vec<usize>> {
    let lengths: Vec<_> = axes.iter().map(Vec::len).collect();
    let total = Dims::new(&lengths).checked_count()?;
    let mut places = crate::value::room(total)?;
    if total == 0 {
        return Ok(places);
    }
    places.push(0);
    let mut stride = 1;
    // From the slowest axis to the fastest the list would have to be interleaved; the other way it is only repeated.
    for (axis, positions) in axes.iter().enumerate() {
        let inner = places.len();
        let first = positions.first().copied().unwrap_or(0);
        for &position in &positions[1..] {
            for k in 0..inner {
                places.push(shifted(places[k], position, stride));
            }
        }
        for place in &mut places[..inner] {
            *place = shifted(*place, first, stride);
        }
        stride *= dims.get(axis);
    }
    Ok(places)
}

fn shifted(place: usize, position: usize, stride: usize) -> usize {
    if place == NOWHERE || position == NOWHERE { NOWHERE } else { place + position * stride }
}

/// An array in which the positions along one axis are taken from others; [`NOWHERE`] gives zeros.
///
/// # Errors
/// Too many elements.
pub fn along(value: &Value, axis: usize, positions: Vec<usize>) -> Result<Value> {
    if let (Value::Diagonal(_) | Value::Structured(_), 0 | 1) = (value, axis) {
        // A permutation of the identity has a form of its own.
        let places: Vec<_> = positions.iter().map(|&place| place as f64 + 1.0).collect();
        let mut subscripts = [Subscript::Colon, Subscript::Colon];
        subscripts[axis] = Subscript::Value(Value::Double(Array::row(places)));
        return index::get(value, &subscripts, None);
    }
    let dims = value.dims();
    let result = dims.with(axis, positions.len());
    let mut axes: Vec<Vec<usize>> = (0..dims.rank().max(axis + 1)).map(|axis| (0..dims.get(axis)).collect()).collect();
    axes[axis] = positions;
    value.picked(&combine(&axes, &dims)?, result)
}

/// `reshape (A, m, n, [], ...)`, `reshape (A, [m n ...])`.
pub fn reshape(call: Call) -> Result<Vec<Value>> {
    let Call { args, .. } = call;
    let mut args = args.into_iter();
    let (Some(value), rest) = (args.next(), args.collect::<Vec<_>>()) else {
        return Err(Error::invalid_call("reshape"));
    };
    let extents = match &rest[..] {
        [one] => shape_of_vector(one)?,
        _ => shape_of_list(&rest, value.count())?,
    };
    if let Value::Handle(_) | Value::Map(_) | Value::Parser(_) = value {
        fail!("octave_base_value::reshape (): wrong type argument '{}'", value.kind_name());
    }
    let dims = Dims::new(&extents);
    if dims.checked_count()? != value.count() {
        fail!("reshape: can't reshape {} array to {} array", value.dims(), words(&extents));
    }
    Ok(vec![value.reshape(dims)])
}

/// Extents as they were given, ones at the end included.
fn words(extents: &[usize]) -> String {
    extents.iter().map(usize::to_string).collect::<Vec<_>>().join("x")
}

fn shape_of_vector(value: &Value) -> Result<Vec<usize>> {
    if value.is_text() {
        fail!("invalid conversion from string to real N-D array");
    }
    let Some(numbers) = value.to_doubles() else {
        fail!("octave_base_value::array_value(): wrong type argument '{}'", value.kind_name());
    };
    if numbers.len() < 2 {
        fail!("reshape: SIZE must have 2 or more dimensions");
    }
    numbers.iter().map(|&x| known_extent(x)).collect()
}

fn known_extent(x: f64) -> Result<usize> {
    if x < 0.0 {
        fail!("reshape: SIZE must be non-negative");
    }
    Ok(x as usize)
}

fn shape_of_list(args: &[Value], total: usize) -> Result<Vec<usize>> {
    let mut extents = vec![];
    let mut unknown = None;
    for (at, value) in args.iter().enumerate() {
        if value.is_empty() {
            if unknown.replace(at).is_some() {
                fail!("reshape: only a single dimension can be unknown");
            }
            extents.push(1);
        } else {
            let Some(x) = value.as_scalar() else {
                fail!("octave_base_value::idx_type_value (): wrong type argument '{}'", value.kind_name());
            };
            extents.push(known_extent(x)?);
        }
    }
    if let Some(at) = unknown {
        let known: usize = Dims::new(&extents).checked_count()?;
        extents[at] = total.checked_div(known).unwrap_or(0);
        if known != 0 && !total.is_multiple_of(known) {
            fail!("reshape: SIZE is not divisible by the product of known dimensions (= {known})");
        }
    }
    Ok(extents)
}

/// `permute` and `ipermute`.
pub fn permute(call: Call, direction: Direction) -> Result<Vec<Value>> {
    let [value, order] = &call.args[..] else {
        return Err(Error::invalid_call(call.name));
    };
    let (Some(numbers), dims) = (order.to_doubles(), value.dims()) else {
        return Err(Error::invalid_call(call.name));
    };
    if order.is_text() {
        fail!("invalid conversion from string to real N-D array");
    }
    if numbers.len() < dims.rank() && numbers.len() < 2 {
        return Err(Error::invalid_call(call.name));
    }
    let order = permutation(call.name, numbers.as_slice(), dims.rank())?;
    let order = match direction {
        Direction::Forward => order,
        Direction::Back => inverse(&order),
    };
    if let (Value::Diagonal(diagonal), [1, 0]) = (value, &order[..]) {
        let transposed =
            Diagonal { rows: diagonal.columns, columns: diagonal.rows, elements: diagonal.elements.clone() };
        return Ok(vec![Value::Diagonal(transposed)]);
    }
    permuted(value, &order).map(|value| vec![value])
}

#[derive(Clone, Copy)]
pub enum Direction {
    Forward,
    Back,
}

fn permutation(name: &str, numbers: &[f64], rank: usize) -> Result<Vec<usize>> {
    if numbers.len() < rank {
        fail!("{name}: invalid permutation vector");
    }
    let mut seen = vec![false; numbers.len()];
    let mut order = vec![];
    for &x in numbers {
        let axis = x as usize;
        if !(x >= 1.0) || axis > numbers.len() {
            fail!("{name}: permutation vector contains an invalid element");
        }
        if std::mem::replace(&mut seen[axis - 1], true) {
            fail!("{name}: permutation vector cannot contain identical elements");
        }
        order.push(axis - 1);
    }
    Ok(order)
}

fn inverse(order: &[usize]) -> Vec<usize> {
    let mut back = vec![0; order.len()];
    for (at, &axis) in order.iter().enumerate() {
        back[axis] = at;
    }
    back
}

/// The array whose axis `k` is the axis `order[k]` before.
///
/// # Errors
/// Too many elements.
pub fn permuted(value: &Value, order: &[usize]) -> Result<Value> {
    let dims = value.dims();
    let mut strides = vec![1];
    for axis in 0..order.len() {
        strides.push(strides[axis] * dims.get(axis));
    }
    let extents: Vec<_> = order.iter().map(|&axis| dims.get(axis)).collect();
    let result = Dims::new(&extents);
    let total = result.checked_count()?;
    let mut places: Vec<usize> = crate::value::room(total)?;
    if total > 0 {
        places.push(0);
    }
    for (&axis, &extent) in order.iter().zip(&extents) {
        let inner = places.len();
        for position in 1..extent {
            for k in 0..inner {
                places.push(places[k] + position * strides[axis]);
            }
        }
    }
    value.picked(&places, result)
}

/// `squeeze`: without axes of one position, but a row stays a row.
pub fn squeeze(mut call: Call) -> Result<Vec<Value>> {
    let value = call.args.swap_remove(0);
    let dims = value.dims();
    if dims.rank() <= 2 {
        return Ok(vec![value]);
    }
    let mut long: Vec<_> = dims.as_slice().iter().copied().filter(|&extent| extent != 1).collect();
    if let [one] = long[..] {
        long = vec![one, 1];
    }
    Ok(vec![value.reshape(Dims::new(&long))])
}

/// `vec (A, dim)`: all elements along one axis.
pub fn vec(mut call: Call) -> Result<Vec<Value>> {
    let axis = match call.args.get(1).map(Value::as_scalar) {
        None => 0,
        Some(Some(x)) if (1.0..1e6).contains(&x) => x as usize - 1,
        Some(_) => fail!("vec: DIM must be greater than zero"),
    };
    let value = call.args.swap_remove(0);
    let dims = Dims::new(&vec![1; axis + 1]).with(axis, value.count());
    Ok(vec![value.reshape(dims)])
}

/// `circshift (A, n, dim)`, `circshift (A, [n1 n2])`.
pub fn circshift(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let dims = value.dims();
    if value.is_empty() {
        return Ok(vec![value.clone()]);
    }
    let Some(shifts) = call.args[1].to_doubles().filter(|_| !call.args[1].is_text()) else {
        fail!("rem: wrong type argument '{}'", call.args[1].kind_name());
    };
    let mut shifts = shifts.into_vec();
    let mut first = 0;
    if let Some(axis) = call.args.get(2) {
        let axis = integer(axis.as_scalar().unwrap_or(1.0) - 1.0, "int64_t")?;
        if axis < 0 {
            return Ok(vec![value.clone()]);
        }
        first = axis as usize;
        shifts.truncate(1);
    } else if shifts.len() == 1 {
        first = dims.first_long();
    }
    if shifts.len() > dims.rank() || first >= dims.rank() {
        fail!("circshift: N must be a vector, no longer than the number of dimensions in X");
    }
    if shifts.iter().any(|shift| shift.fract() != 0.0) {
        fail!("circshift: all values of N must be integers");
    }
    let mut result = value.clone();
    for (axis, &shift) in shifts.iter().enumerate() {
        let axis = axis + first;
        result = along(&result, axis, rolled(dims.get(axis), shift))?;
    }
    Ok(vec![result])
}

/// Positions moved on by `shift`, around the end.
fn rolled(extent: usize, shift: f64) -> Vec<usize> {
    let shift = shift.rem_euclid(extent.max(1) as f64) as usize;
    (0..extent).map(|k| (k + extent - shift) % extent).collect()
}

/// `shift (A, b, dim)`
pub fn shift(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    if value.is_empty() {
        fail!("shift: X must not be empty");
    }
    let Some(shift) = call.args[1].as_scalar().filter(|b| call.args[1].is_scalar() && b.fract() == 0.0) else {
        fail!("shift: B must be an integer");
    };
    let axis = match call.args.get(2) {
        None => value.dims().first_long(),
        Some(axis) => match axis.as_scalar() {
            Some(x) if x >= 1.0 && x.fract() == 0.0 && x <= value.dims().rank() as f64 => x as usize - 1,
            _ => fail!("shift: DIM must be an integer and a valid dimension"),
        },
    };
    along(value, axis, rolled(value.dims().get(axis), shift)).map(|value| vec![value])
}

/// `flip (A, dim)`
pub fn flip(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let axis = match call.args.get(1) {
        None => value.dims().first_long(),
        Some(axis) => match axis.as_scalar() {
            Some(x) if axis.is_scalar() && x >= 1.0 && x.fract() == 0.0 && x < 1e6 => x as usize - 1,
            _ => fail!("flip: DIM must be a positive integer"),
        },
    };
    flipped(value, axis).map(|value| vec![value])
}

/// # Errors
/// Too many elements.
pub fn flipped(value: &Value, axis: usize) -> Result<Value> {
    along(value, axis, (0..value.dims().get(axis)).rev().collect())
}

/// `rot90 (A, k)`
pub fn rot90(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let turns = turns("rot90", call.args.get(1))?;
    rotated(value, turns, 0, 1).map(|value| vec![value])
}

fn turns(name: &str, k: Option<&Value>) -> Result<f64> {
    let Some(k) = k else {
        return Ok(1.0);
    };
    match k.as_scalar() {
        Some(x) if k.is_scalar() && !k.is_complex() && x.fract() == 0.0 => Ok(x.rem_euclid(4.0)),
        _ => Err(Error::new(format!("{name}: K must be a single real integer"))),
    }
}

/// Quarter turns in the plane of two axes.
fn rotated(value: &Value, turns: f64, first: usize, second: usize) -> Result<Value> {
    let mut order: Vec<_> = (0..value.dims().rank().max(second + 1)).collect();
    order.swap(first, second);
    let turned = || match value {
        Value::Diagonal(_) | Value::Structured(_) => ops::unary(raddle_matlab::ast::UnaryOp::Transpose, value),
        _ => permuted(value, &order),
    };
    Ok(match turns as usize {
        1 => flipped(&turned()?, first)?,
        2 => flipped(&flipped(value, first)?, second)?,
        3 => permuted(&flipped(value, first)?, &order)?,
        _ => value.clone(),
    })
}

/// `rotdim (A, k, plane)`
pub fn rotdim(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let dims = value.dims();
    let turns = turns("rotdim", call.args.get(1).filter(|k| !k.is_empty()))?;
    let plane = match call.args.get(2) {
        None => default_plane(&dims),
        Some(plane) => plane
            .to_doubles()
            .filter(|plane| plane.len() == 2)
            .map(|plane| (plane.as_slice()[0], plane.as_slice()[1]))
            .filter(|(a, b)| {
                let valid = |x: &f64| x.fract() == 0.0 && *x >= 1.0 && *x <= dims.rank() as f64;
                valid(a) && valid(b) && a != b
            })
            .map(|(a, b)| (a as usize - 1, b as usize - 1)),
    };
    let Some((a, b)) = plane else {
        fail!("rotdim: PLANE must be a 2 element integer vector defining a valid PLANE");
    };
    rotated(value, turns, a.min(b), a.max(b)).map(|value| vec![value])
}

/// The first two axes with more than one position.
fn default_plane(dims: &Dims) -> Option<(usize, usize)> {
    let mut long = dims.as_slice().iter().enumerate().filter(|(_, extent)| **extent != 1).map(|(axis, _)| axis);
    match (long.next(), long.next()) {
        (Some(a), Some(b)) => Some((a, b)),
        _ => Some((0, 1)),
    }
}
