//! Places in values as data: `getfield`, `setfield`, `subsref`, `subsasgn`, `substruct`.

use std::rc::Rc;

use crate::builtins::Call;
use crate::index::{self, Subscript};
use crate::value::{Array, StructArray, Value};
use crate::{Error, Result, fail};

/// One step into a value.
enum Step {
    Paren(Vec<Subscript>),
    Brace(Vec<Subscript>),
    Field(String),
}

fn subscripts(cells: &Array<Value>) -> Vec<Subscript> {
    cells
        .iter()
        .map(|value| match value.as_bytes() {
            Some(b":") if value.is_text() => Subscript::Colon,
            _ => Subscript::Value(value.clone()),
        })
        .collect()
}

/// Steps as `getfield` has them: names, and cells of subscripts.
fn path(args: &[Value]) -> Result<Vec<Step>> {
    let steps = args.iter().map(|value| match value {
        Value::Cell(cells) => Ok(Step::Paren(subscripts(cells))),
        name => match name.as_text().filter(|_| name.is_text()) {
            Some(name) => Ok(Step::Field(name)),
            None => Err(Error::new("dynamic structure field names must be strings")),
        },
    });
    steps.collect()
}

fn not_indexable(value: &Value, sign: &str) -> Error {
    let what = value.indexed_name();
    Error::new(format!("{what} cannot be indexed with {sign}"))
}

/// The values at a place: several where a step gives a list.
fn read(value: Value, steps: &[Step], session: &mut dyn crate::session::Session) -> Result<Vec<Value>> {
    let Some((step, rest)) = steps.split_first() else {
        return Ok(vec![value]);
    };
    let values = match (step, &value) {
        (Step::Paren(subscripts), Value::Handle(_)) => {
            let args = subscripts.iter().filter_map(|subscript| match subscript {
                Subscript::Value(value) => Some(value.clone()),
                Subscript::Colon => None,
            });
            session.call(&value, args.collect(), 1)?
        }
        (Step::Paren(subscripts), _) => vec![index::get(&value, subscripts, None)?],
        (Step::Brace(subscripts), Value::Cell(_)) => match index::get(&value, subscripts, None)? {
            Value::Cell(cells) => Rc::unwrap_or_clone(cells).into_vec(),
            other => vec![other],
        },
        (Step::Brace(_), _) => return Err(not_indexable(&value, "{")),
        (Step::Field(name), Value::Struct(structs)) => match structs.fields.get(name.as_str()) {
            Some(field) => field.as_slice().to_vec(),
            None => return Err(Error::with_id("Octave:invalid-indexing", format!("structure has no member '{name}'"))),
        },
        (Step::Field(name), Value::Map(map)) => vec![crate::builtins::maps::member(map, name, &[])?],
        (Step::Field(_), _) => return Err(not_indexable(&value, ".")),
    };
    if rest.is_empty() {
        return Ok(values);
    }
    match <[Value; 1]>::try_from(values) {
        Ok([value]) => read(value, rest, session),
        Err(_) => fail!("a cs-list cannot be further indexed"),
    }
}

/// The value with another one at a place, which is made where it is missing.
fn write(value: Value, steps: &[Step], new: Value) -> Result<Value> {
    let Some((step, rest)) = steps.split_first() else {
        return Ok(new);
    };
    let mut value = value;
    match step {
        Step::Paren(subscripts) => {
            let inner = if rest.is_empty() {
                new
            } else {
                let old = index::get(&value, subscripts, None).unwrap_or_else(|_| Value::empty());
                write(old, rest, new)?
            };
            index::set(&mut value, subscripts, inner)?;
        }
        Step::Brace(subscripts) => {
            if !matches!(value, Value::Cell(_)) && !value.is_empty() {
                return Err(not_indexable(&value, "{"));
            }
            if !matches!(value, Value::Cell(_)) {
                value = Value::cell(Array::default());
            }
            let old = match index::get(&value, subscripts, None) {
                Ok(Value::Cell(cells)) => cells.as_scalar().cloned().unwrap_or_else(Value::empty),
                _ => Value::empty(),
            };
            let inner = write(old, rest, new)?;
            index::set(&mut value, subscripts, Value::cell(Array::scalar(inner)))?;
        }
        Step::Field(name) => {
            let mut structs = match value {
                Value::Struct(structs) => Rc::unwrap_or_clone(structs),
                other if other.is_empty() && other.is_number_like() => StructArray::scalar(),
                other => return Err(not_indexable(&other, ".")),
            };
            if structs.count() != 1 {
                fail!("invalid number of output arguments for expression X.name = VAL");
            }
            let old = structs.get(name, 0).cloned().unwrap_or_else(Value::empty);
            structs.set(name, 0, write(old, rest, new)?);
            value = Value::structs(structs);
        }
    }
    Ok(value)
}

pub fn getfield(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let values = read(args[0].clone(), &path(&args[1..])?, session)?;
    Ok(values.into_iter().take(1).collect())
}

pub fn setfield(call: Call) -> Result<Vec<Value>> {
    let mut args = call.args;
    let Some(new) = args.pop() else {
        return Err(Error::invalid_call("setfield"));
    };
    let steps = path(&args[1..])?;
    write(args.swap_remove(0), &steps, new).map(|value| vec![value])
}

/// Steps as `subsref` has them: a struct array of types and subscripts.
fn steps(name: &str, value: &Value) -> Result<Vec<Step>> {
    let wrong = || Error::new(format!("{name}: second argument must be a structure with fields 'type' and 'subs'"));
    let Value::Struct(structs) = value else {
        return Err(wrong());
    };
    let steps = (0..structs.count()).map(|k| {
        let kind = structs.get("type", k).and_then(Value::as_text).ok_or_else(wrong)?;
        let subs = structs.get("subs", k).ok_or_else(wrong)?;
        let list = match subs {
            Value::Cell(cells) => subscripts(cells),
            other if other.as_bytes() == Some(b":") => vec![Subscript::Colon],
            other => vec![Subscript::Value(other.clone())],
        };
        match kind.as_str() {
            "()" => Ok(Step::Paren(list)),
            "{}" => Ok(Step::Brace(list)),
            "." => subs.as_text().map(Step::Field).ok_or_else(wrong),
            _ => Err(Error::new(format!("{name}: type string must be \"()\", \"{{}}\", or \".\""))),
        }
    });
    steps.collect()
}

pub fn subsref(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let steps = steps("subsref", &args[1])?;
    read(args[0].clone(), &steps, session)
}

pub fn subsasgn(call: Call) -> Result<Vec<Value>> {
    let steps = steps("subsasgn", &call.args[1])?;
    write(call.args[0].clone(), &steps, call.args[2].clone()).map(|value| vec![value])
}

pub fn substruct(call: Call) -> Result<Vec<Value>> {
    if call.args.len() % 2 == 1 {
        return Err(Error::invalid_call("substruct"));
    }
    let mut kinds = vec![];
    let mut subs = vec![];
    for pair in call.args.chunks(2) {
        let kind = pair[0].as_text().unwrap_or_default();
        match kind.as_str() {
            "." if !pair[1].is_text() => fail!("substruct: for TYPE == ., SUBS must be a character string"),
            "()" | "{}" if !matches!(pair[1], Value::Cell(_)) && pair[1].as_bytes() != Some(b":") => {
                fail!("substruct: for TYPE == () or {{}}, SUBS must be a cell array")
            }
            "." | "()" | "{}" => {}
            _ => fail!("substruct: TYPE must be one of \"()\", \"{{}}\", or \"\""),
        }
        kinds.push(pair[0].clone());
        subs.push(pair[1].clone());
    }
    let dims = crate::value::Dims::from([1, kinds.len()]);
    let fields = [("type".into(), Array::row(kinds)), ("subs".into(), Array::row(subs))];
    Ok(vec![Value::structs(StructArray::with_fields(dims, fields.into_iter().collect()))])
}
