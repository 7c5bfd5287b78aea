//! Arrays in pieces: `num2cell`, `mat2cell`, `cellslices`.

use crate::builtins::Call;
use crate::index::{self, Subscript};
use crate::value::{Array, Dims, Value};
use crate::{Result, fail};

/// Positions `start..end`, 0-based.
fn range(start: usize, end: usize) -> Subscript {
    Subscript::Value(Value::row((start..end).map(|at| at as f64 + 1.0).collect()))
}

/// Every combination of one piece per dimension, in column-major order.
fn pieces(value: &Value, lists: &[Vec<Subscript>]) -> Result<Value> {
    let dims = Dims::new(&lists.iter().map(Vec::len).collect::<Vec<_>>());
    let mut cells = Vec::with_capacity(dims.count());
    for k in 0..dims.count() {
        let mut rest = k;
        let subscripts: Vec<_> = lists
            .iter()
            .map(|list| {
                let subscript = list[rest % list.len()].clone();
                rest /= list.len();
                subscript
            })
            .collect();
        cells.push(index::get(value, &subscripts, None)?);
    }
    Ok(Value::cell(Array::new(dims, cells)))
}

pub fn num2cell(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    if !value.is_number_like() && !matches!(value, Value::Cell(_) | Value::Struct(_)) {
        fail!("num2cell: invalid argument of class {}", value.class().name());
    }
    let whole = match call.args.get(1).map(Value::to_doubles) {
        None => vec![],
        Some(Some(dimensions)) if dimensions.iter().all(|&d| d >= 1.0 && d.fract() == 0.0) => {
            dimensions.iter().map(|&dimension| dimension as usize - 1).collect()
        }
        Some(_) => fail!("num2cell: dimension vectors for DIM must be valid"),
    };
    if let (Value::Double(array), true) = (&value, whole.is_empty()) {
        return Ok(vec![Value::cell(array.map(|&x| Value::scalar(x)))]);
    }
    let lists: Vec<_> = value
        .dims()
        .as_slice()
        .iter()
        .enumerate()
        .map(|(dimension, &extent)| match whole.contains(&dimension) {
            true => vec![Subscript::Colon],
            false => (0..extent).map(|at| range(at, at + 1)).collect(),
        })
        .collect();
    pieces(&value, &lists).map(|value| vec![value])
}

pub fn mat2cell(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let dims = value.dims();
    let mut lists = vec![];
    for (dimension, lengths) in call.args[1..].iter().enumerate() {
        let lengths = lengths.to_doubles().unwrap_or_default();
        let extent = dims.get(dimension);
        let sum: f64 = lengths.iter().sum();
        if sum != extent as f64 || lengths.iter().any(|&length| length < 0.0 || length.fract() != 0.0) {
            fail!("mat2cell: mismatch on dimension {} ({extent} != {sum})", dimension + 1);
        }
        let mut at = 0;
        let list = lengths.iter().map(|&length| {
            let start = at;
            at += length as usize;
            range(start, at)
        });
        lists.push(list.collect());
    }
    for dimension in lists.len()..dims.rank() {
        lists.push(vec![range(0, dims.get(dimension))]);
    }
    pieces(&value, &lists).map(|value| vec![value])
}

pub fn cellslices(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let (Some(lower), Some(upper)) = (call.args[1].to_doubles(), call.args[2].to_doubles()) else {
        fail!("cellslices: LB and UB must be numeric vectors");
    };
    if lower.len() != upper.len() {
        fail!("cellslices: the lengths of LB and UB must match");
    }
    let dims = value.dims();
    let dimension = match call.args.get(3).map(Value::as_count) {
        None => dims.first_long(),
        Some(Some(dimension)) if dimension > 0 => dimension - 1,
        Some(_) => fail!("cellslices: DIM must be a valid dimension"),
    };
    let rank = dims.rank().max(dimension + 1);
    let slices = lower.iter().zip(upper.iter()).map(|(&from, &to)| {
        let mut subscripts = vec![Subscript::Colon; rank];
        subscripts[dimension] =
            if to < from { range(0, 0) } else { range(from.max(1.0) as usize - 1, to as usize) };
        index::get(&value, &subscripts, None)
    });
    let slices = slices.collect::<Result<Vec<_>>>()?;
    Ok(vec![Value::cell(Array::row(slices))])
}
