//! Structs: making them, their fields, and places in values as data (`substruct`). The syntax of fields is the interpreter's.

mod fields;
mod place;

use super::{ANY, Call, Entry, entry, file_entry};
use crate::value::{Array, Dims, StructArray, Value};
use crate::{Result, fail};
use indexmap::IndexMap;

pub const TABLE: &[Entry] = &[
    // Of `for [value, key] = s`: no program writes this name.
    entry("__fields__", 1, 1, fields::pairs),
    file_entry("fieldnames", 1, 1, fields::fieldnames),
    file_entry("getfield", 2, ANY, place::getfield),
    entry("isfield", 2, 2, fields::isfield),
    entry("numfields", 1, 1, fields::numfields),
    file_entry("orderfields", 1, 2, fields::orderfields),
    entry("rmfield", 2, 2, fields::rmfield),
    file_entry("setfield", 3, ANY, place::setfield),
    entry("struct", 0, ANY, make),
    entry("subsasgn", 3, 3, place::subsasgn),
    entry("subsref", 2, 2, place::subsref),
    file_entry("substruct", 2, ANY, place::substruct),
];

/// Cells of several elements make as many structs; other values go to each of them.
fn make(call: Call) -> Result<Vec<Value>> {
    const PAIRS: &str = "struct: additional arguments must occur as \"field\", VALUE pairs";
    let args = &call.args;
    match &args[..] {
        [] => return Ok(vec![Value::structs(StructArray::scalar())]),
        [one @ Value::Struct(_)] => return Ok(vec![one.clone()]),
        [one] if one.is_number_like() && one.is_empty() && one.dims() == Dims::from([0, 0]) => {
            return Ok(vec![Value::structs(StructArray::new([0, 0].into()))]);
        }
        _ => {}
    }
    if args.len() % 2 == 1 || args.iter().step_by(2).any(|name| !name.is_text() || name.as_bytes().is_none()) {
        fail!("{PAIRS}");
    }
    let many = |value: &Value| matches!(value, Value::Cell(cells) if cells.as_scalar().is_none());
    let mut lists = (1..args.len()).step_by(2).filter(|&k| many(&args[k]));
    let first = lists.next();
    let dims = first.map_or(Dims::from([1, 1]), |k| args[k].dims());
    for k in lists {
        if args[k].dims() != dims {
            let first = first.unwrap_or(0);
            fail!("struct: dimensions of parameter {} do not match those of parameter {}", first + 1, k + 1);
        }
    }
    let mut fields = IndexMap::new();
    for pair in args.chunks(2) {
        let name = pair[0].as_text().unwrap_or_default();
        let values = match &pair[1] {
            Value::Cell(cells) => match cells.as_scalar() {
                Some(one) => Array::filled(dims.clone(), one.clone()),
                None => (**cells).clone(),
            },
            other => Array::filled(dims.clone(), other.clone()),
        };
        fields.insert(name.into(), values);
    }
    Ok(vec![Value::structs(StructArray::with_fields(dims, fields))])
}
