//! The fields of structs: which there are, and in which order.

use crate::builtins::Call;
use crate::builtins::strings::text;
use crate::value::{Array, StructArray, Value};
use crate::{Error, Result, fail};

pub fn fieldnames(call: Call) -> Result<Vec<Value>> {
    match &call.args[0] {
        Value::Struct(structs) => {
            Ok(vec![text::cell_column(structs.fields.keys().map(|name| name.as_bytes().to_vec()).collect())])
        }
        _ => fail!("fieldnames: Invalid input argument"),
    }
}

/// A column with value and name for each field; the value is a cell for arrays of structures.
pub fn pairs(call: Call) -> Result<Vec<Value>> {
    let Value::Struct(structs) = &call.args[0] else {
        fail!("in statement 'for [X, Y] = VAL', VAL must be a structure");
    };
    let value = |field: &Array<Value>| field.as_scalar().cloned().unwrap_or_else(|| Value::cell(field.clone()));
    let pairs = structs.fields.iter().flat_map(|(name, field)| [value(field), Value::text(name.as_bytes())]);
    Ok(vec![Value::cell(Array::new([2, structs.fields.len()].into(), pairs.collect()))])
}

pub fn numfields(call: Call) -> Result<Vec<Value>> {
    match &call.args[0] {
        Value::Struct(structs) => Ok(vec![Value::scalar(structs.fields.len() as f64)]),
        _ => fail!("numfields: argument must be a struct"),
    }
}

pub fn isfield(call: Call) -> Result<Vec<Value>> {
    let Value::Struct(structs) = &call.args[0] else {
        return Ok(vec![Value::bool(false)]);
    };
    let has = |name: &Value| name.is_text() && name.as_text().is_some_and(|name| structs.fields.contains_key(&*name));
    Ok(vec![match &call.args[1] {
        Value::Cell(names) => Value::Bool(names.map(has)),
        name => Value::bool(has(name)),
    }])
}

pub fn rmfield(call: Call) -> Result<Vec<Value>> {
    let Value::Struct(structs) = &call.args[0] else {
        fail!("rmfield: first argument must be a struct");
    };
    let names = match &call.args[1] {
        Value::Cell(names) => names.as_slice().to_vec(),
        name => vec![name.clone()],
    };
    let mut structs = (**structs).clone();
    for name in names {
        let name = name.as_text().filter(|_| name.is_text()).unwrap_or_default();
        if structs.fields.shift_remove(&*name).is_none() {
            fail!("rmfield: structure does not contain field {name}");
        }
    }
    Ok(vec![Value::structs(structs)])
}

/// `orderfields(s, [other | names | permutation])`
pub fn orderfields(call: Call) -> Result<Vec<Value>> {
    let Value::Struct(structs) = &call.args[0] else {
        fail!("orderfields: S1 must be a struct");
    };
    let names: Vec<String> = structs.fields.keys().map(ToString::to_string).collect();
    let position = |name: &str, problem: &str| {
        names.iter().position(|known| known == name).ok_or_else(|| Error::new(format!("orderfields: {problem}")))
    };
    const STRUCTS: &str = "structures S1 and S2 do not have the same fields";
    const LIST: &str = "CELLSTR list does not match structure fields";
    let order: Vec<usize> = match call.args.get(1) {
        None => {
            let mut order: Vec<_> = (0..names.len()).collect();
            order.sort_by(|&a, &b| names[a].cmp(&names[b]));
            order
        }
        Some(Value::Struct(other)) => {
            other.fields.keys().map(|name| position(name, STRUCTS)).collect::<Result<_>>()?
        }
        Some(list @ Value::Cell(_)) => {
            let list = text::texts(list).unwrap_or_default();
            list.iter().map(|name| position(&String::from_utf8_lossy(name), LIST)).collect::<Result<_>>()?
        }
        Some(places) => {
            let places = places.to_doubles().unwrap_or_default();
            places.iter().map(|&place| place as usize).map(|place| place.wrapping_sub(1)).collect()
        }
    };
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted != (0..names.len()).collect::<Vec<_>>() {
        match call.args.get(1) {
            Some(Value::Struct(_)) => fail!("orderfields: {STRUCTS}"),
            Some(Value::Cell(_)) => fail!("orderfields: {LIST}"),
            _ => fail!("orderfields: invalid permutation vector P"),
        }
    }
    let fields = order.iter().filter_map(|&at| structs.fields.get_index(at));
    let fields = fields.map(|(name, field)| (name.clone(), field.clone())).collect();
    let ordered = StructArray::with_fields(structs.dims().clone(), fields);
    let places = Value::Double(Array::column(order.iter().map(|&at| at as f64 + 1.0).collect()));
    Ok(vec![Value::structs(ordered), places])
}
