//! Cells: making them, and to and from arrays and structs. Calls no function for their elements.

mod split;
mod structs;

use super::strings::too_large;
use super::{ANY, Call, Entry, entry, file_entry};
use crate::value::{Array, Dims, Value};
use crate::{Error, Result, fail, ops};

pub const TABLE: &[Entry] = &[
    entry("cell", 0, ANY, cell),
    file_entry("cell2mat", 1, 1, cell2mat),
    entry("cell2struct", 2, 3, structs::cell2struct),
    entry("cellslices", 3, 4, split::cellslices),
    entry("mat2cell", 2, ANY, split::mat2cell),
    entry("num2cell", 1, 2, split::num2cell),
    entry("struct2cell", 1, 1, structs::struct2cell),
];

/// No more elements than this are made: each is a value of its own.
const MOST: usize = 1 << 28;

fn cell(call: Call) -> Result<Vec<Value>> {
    let mut extents = vec![];
    for value in &call.args {
        if value.is_text() {
            fail!("invalid conversion from string to real N-D array");
        }
        let Some(numbers) = value.to_doubles() else {
            fail!("cell: dimensions must be scalar integers");
        };
        if call.args.len() > 1 && numbers.len() != 1 {
            fail!("cell: dimensions must be scalar integers");
        }
        extents.extend(numbers.iter().map(|&extent| if extent > 0.0 { extent as usize } else { 0 }));
    }
    match extents[..] {
        [] => extents = vec![0, 0],
        [one] => extents = vec![one, one],
        _ => {}
    }
    let count = extents.iter().try_fold(1usize, |count, &extent| count.checked_mul(extent));
    if count.is_none_or(|count| count > MOST) {
        return Err(too_large());
    }
    Ok(vec![Value::cell(Array::filled(Dims::new(&extents), Value::empty()))])
}

fn cell2mat(call: Call) -> Result<Vec<Value>> {
    let Value::Cell(cells) = &call.args[0] else {
        fail!("cell2mat: C must be a cell array");
    };
    if cells.is_empty() {
        return Ok(vec![Value::Double(Array::new(cells.dims().clone(), vec![]))]);
    }
    let all = |f: &dyn Fn(&Value) -> bool| cells.iter().all(f);
    let is_uniform = all(&|value| value.is_number_like() && !value.is_text())
        || all(&Value::is_text)
        || all(&|value| matches!(value, Value::Cell(_)))
        || all(&|value| matches!(value, Value::Struct(_)));
    if !is_uniform {
        fail!("cell2mat: wrong type elements or mixed cells, structs, and matrices");
    }
    join(cells).map(|value| vec![value])
}

/// Concatenates along every dimension; first the one where it takes away most.
fn join(cells: &Array<Value>) -> Result<Value> {
    let mut extents = cells.dims().as_slice().to_vec();
    let mut values = cells.as_slice().to_vec();
    let mut order: Vec<usize> = (0..extents.len()).collect();
    order.sort_by_key(|&dimension| extents[dimension]);
    for dimension in order {
        values = join_along(&extents, values, dimension)?;
        extents[dimension] = 1;
    }
    values.pop().ok_or_else(|| Error::new("cell2mat: C must be a cell array"))
}

fn join_along(extents: &[usize], values: Vec<Value>, dimension: usize) -> Result<Vec<Value>> {
    let length = extents[dimension];
    if length == 1 {
        return Ok(values);
    }
    let below: usize = extents[..dimension].iter().product();
    let above: usize = extents[dimension + 1..].iter().product();
    let mut joined = Vec::with_capacity(below * above);
    for high in 0..above {
        for low in 0..below {
            let parts = (0..length).map(|k| values[(high * length + k) * below + low].clone()).collect();
            joined.push(ops::cat(dimension, parts).map_err(|_| Error::new("cat: dimension mismatch"))?);
        }
    }
    Ok(joined)
}
