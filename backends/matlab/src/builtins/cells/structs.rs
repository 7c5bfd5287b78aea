//! Cells to structs and back.

use std::rc::Rc;

use crate::builtins::Call;
use crate::builtins::strings::text;
use crate::index::{self, Subscript};
use crate::value::{Array, Dims, StructArray, Value};
use crate::{Result, fail};
use indexmap::IndexMap;

/// Fields along the first dimension, then the extents of the array.
pub fn struct2cell(call: Call) -> Result<Vec<Value>> {
    let Value::Struct(structs) = &call.args[0] else {
        fail!("struct2cell: argument S must be a structure");
    };
    let fields: Vec<_> = structs.fields.values().collect();
    let extents: Vec<_> = std::iter::once(fields.len()).chain(structs.dims().as_slice().iter().copied()).collect();
    let values = (0..structs.count()).flat_map(|k| fields.iter().map(move |field| field.as_slice()[k].clone()));
    let values = values.collect();
    Ok(vec![Value::cell(Array::new(Dims::new(&extents), values))])
}

pub fn cell2struct(call: Call) -> Result<Vec<Value>> {
    let cells @ Value::Cell(_) = &call.args[0] else {
        fail!("cell2struct: argument CELL must be of type cell");
    };
    let names = match &call.args[1] {
        Value::Cell(_) if text::is_cellstr(&call.args[1]) => text::texts(&call.args[1]).map(Array::into_vec),
        Value::Char(chars) if chars.bytes.dims().rows() == 1 => Some(vec![chars.bytes.as_slice().to_vec()]),
        _ => None,
    };
    let Some(names) = names else {
        fail!("cell2struct: FIELDS must be a cell array of strings or a scalar string");
    };
    let dimension = match call.args.get(2).map(Value::as_count) {
        None => 0,
        Some(Some(dimension)) if dimension > 0 => dimension - 1,
        Some(_) => fail!("cell2struct: DIM must be a valid dimension"),
    };
    let dims = cells.dims();
    if dims.get(dimension) != names.len() {
        fail!("cell2struct: number of FIELDS does not match dimension");
    }
    let mut extents = dims.as_slice().to_vec();
    if dimension < extents.len() {
        extents.remove(dimension);
    }
    let extents = Dims::new(&extents);
    let rank = dims.rank().max(dimension + 1);
    let mut fields = IndexMap::new();
    for (k, name) in names.iter().enumerate() {
        let mut subscripts = vec![Subscript::Colon; rank];
        subscripts[dimension] = Subscript::Value(Value::scalar(k as f64 + 1.0));
        if let Value::Cell(field) = index::get(cells, &subscripts, None)? {
            fields.insert(String::from_utf8_lossy(name).as_ref().into(), Rc::unwrap_or_clone(field).reshape(extents.clone()));
        }
    }
    Ok(vec![Value::structs(StructArray::with_fields(extents, fields))])
}
