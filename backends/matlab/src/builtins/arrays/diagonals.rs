//! Diagonals and triangles: `diag`, `tril`, `triu`.

use super::extents::integer;
use crate::builtins::Call;
use crate::value::{Diagonal, Dims, NOWHERE, Structured, Value, room};
use crate::{Error, Result, fail};
use std::rc::Rc;

/// `diag (v, k)`, `diag (v, m, n)`, `diag (A, k)`.
pub fn diag(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    if let Value::Handle(_) | Value::Map(_) | Value::Parser(_) | Value::Struct(_) = value {
        fail!("octave_base_value::diag (): wrong type argument '{}'", value.kind_name());
    }
    let dims = value.dims();
    let result = match &call.args[1..] {
        [] => by_extents(value, &dims, 0)?,
        [k] => match k.as_scalar() {
            Some(k_value) if !k.is_text() && k_value.abs() < 1e15 => by_extents(value, &dims, k_value as i64)?,
            _ => fail!("diag: invalid argument K"),
        },
        [m, n, ..] => {
            if !dims.is_vector() {
                fail!("diag: V must be a vector");
            }
            let (Some(rows), Some(columns)) = (m.as_scalar(), n.as_scalar()) else {
                fail!("diag: invalid dimension M, N");
            };
            of_vector(value, Dims::from([rows.max(0.0) as usize, columns.max(0.0) as usize]))?
        }
    };
    Ok(vec![result])
}

fn by_extents(value: &Value, dims: &Dims, k: i64) -> Result<Value> {
    if dims.rank() > 2 {
        fail!("Matrix must be 2-dimensional");
    }
    if dims.rows() == 1 || dims.cols() == 1 {
        let n = dims.count();
        if k == 0 {
            return of_vector(value, [n, n].into());
        }
        let n = n.checked_add(k.unsigned_abs() as usize).ok_or_else(Error::out_of_memory)?;
        let (row, column) = if k > 0 { (0, k as usize) } else { (k.unsigned_abs() as usize, 0) };
        return spread(value, [n, n].into(), row, column);
    }
    if dims.count() == 0 && dims.rows() == 0 && dims.cols() == 0 {
        return Ok(value.clone());
    }
    let (row, column) = if k > 0 { (0, k as usize) } else { (k.unsigned_abs() as usize, 0) };
    let count = dims.rows().saturating_sub(row).min(dims.cols().saturating_sub(column));
    let places: Vec<_> = (0..count).map(|j| (column + j) * dims.rows() + row + j).collect();
    value.picked(&places, [count, 1].into())
}

/// A vector as the diagonal of a matrix: floats keep only the diagonal.
fn of_vector(value: &Value, dims: Dims) -> Result<Value> {
    if !value.class().is_float() || dims.count() < 2 {
        return spread(value, dims, 0, 0);
    }
    dims.checked_count()?;
    let (rows, columns) = (dims.rows(), dims.cols());
    let count = rows.min(columns);
    let places: Vec<_> = (0..count).map(|k| if k < value.count() { k } else { NOWHERE }).collect();
    Ok(match value.picked(&places, [count, 1].into())? {
        Value::Double(elements) => Value::Diagonal(Diagonal { rows, columns, elements: elements.into_vec() }),
        elements => Value::Structured(Rc::new(Structured::Diagonal { rows, columns, elements })),
    })
}

/// A full matrix with a vector from one element on downwards.
fn spread(value: &Value, dims: Dims, row: usize, column: usize) -> Result<Value> {
    let total = dims.checked_count()?;
    let mut places = room(total)?;
    places.resize(total, NOWHERE);
    for k in 0..value.count() {
        if row + k < dims.rows() && column + k < dims.cols() {
            places[(column + k) * dims.rows() + row + k] = k;
        }
    }
    value.picked(&places, dims)
}

#[derive(Clone, Copy, PartialEq)]
pub enum Triangle {
    Lower,
    Upper,
}

/// `tril` and `triu`, with `"pack"` the elements as a column.
pub fn triangle(call: Call, which: Triangle) -> Result<Vec<Value>> {
    let name = call.name;
    let mut args = call.args;
    let is_packed = args.len() > 1
        && args.last().is_some_and(Value::is_text)
        && args.pop().is_some_and(|word| word.as_bytes() == Some(b"pack"));
    let value = &args[0];
    let k = match args.get(1) {
        None => 0,
        Some(k) => match k.as_scalar() {
            Some(x) => integer(x, "int64_t")?,
            None => fail!("octave_base_value::int64_value (): wrong type argument '{}'", k.kind_name()),
        },
    };
    let dims = value.dims();
    if dims.rank() > 2 {
        fail!("{name}: need a 2-D matrix");
    }
    if let Value::Handle(_) | Value::Map(_) | Value::Parser(_) = value {
        fail!("{name}: need a 2-D matrix");
    }
    let is_inside = |row: usize, column: usize| {
        let diagonal = column as i64 - row as i64;
        if which == Triangle::Lower { diagonal <= k } else { diagonal >= k }
    };
    let cells = (0..dims.cols()).flat_map(|column| (0..dims.rows()).map(move |row| (row, column)));
    let places = cells.enumerate().map(|(place, (row, column))| if is_inside(row, column) { place } else { NOWHERE });
    if is_packed {
        let places: Vec<_> = places.filter(|&place| place != NOWHERE).collect();
        return Ok(vec![value.picked(&places, [places.len(), 1].into())?]);
    }
    let places: Vec<_> = places.collect();
    Ok(vec![value.picked(&places, dims)?])
}
