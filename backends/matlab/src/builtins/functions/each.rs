//! `cellfun`, `arrayfun`, `structfun`: a function for every element. Knows no function but those of the old names.

use crate::builtins::Call;
use crate::builtins::errors::message_of;
use crate::index::{self, Subscript};
use crate::session::Session;
use crate::value::{Array, Class, Dims, StructArray, Value};
use crate::{Error, Result, fail, ops};

/// The options behind the arguments.
struct Options {
    uniform: bool,
    handler: Option<Value>,
}

/// Takes pairs of options from the end. `limit` arguments stay in any case.
fn options(name: &str, args: &mut Vec<Value>, limit: usize) -> Result<Options> {
    let mut options = Options { uniform: true, handler: None };
    while args.len() >= limit + 2 {
        let Some(word) = args[args.len() - 2].as_text().filter(|_| args[args.len() - 2].is_text()) else {
            break;
        };
        let lower = word.to_lowercase();
        let value = args[args.len() - 1].clone();
        if lower.is_empty() {
            break;
        } else if "uniformoutput".starts_with(&lower) {
            options.uniform = value.is_true()?;
        } else if "errorhandler".starts_with(&lower) {
            options.handler = Some(value);
        } else if name == "cellfun" {
            fail!("cellfun: unrecognized parameter {word}");
        } else {
            break;
        }
        args.truncate(args.len() - 2);
    }
    Ok(options)
}

pub fn cellfun(call: Call) -> Result<Vec<Value>> {
    let Call { session, mut args, nargout, .. } = call;
    if !matches!(args[1], Value::Cell(_)) {
        fail!("cellfun: C must be a cell array");
    }
    if let Some(name) = args[0].as_text()
        && let Some(value) = by_old_name(&name, &args)?
    {
        return Ok(vec![value]);
    }
    let options = options("cellfun", &mut args, 2)?;
    let function = function(session, "cellfun", &args[0])?;
    let lists = args[1..].iter().map(|value| match value {
        Value::Cell(cells) => Ok((**cells).clone()),
        _ => Err(Error::new("cellfun: arguments must be cells")),
    });
    let lists = lists.collect::<Result<Vec<_>>>()?;
    run(session, "cellfun", &function, &lists, &options, nargout)
}

pub fn arrayfun(call: Call) -> Result<Vec<Value>> {
    let Call { session, mut args, nargout, .. } = call;
    let options = options("arrayfun", &mut args, 2)?;
    let function = function(session, "arrayfun", &args[0])?;
    let lists = args[1..].iter().map(elements).collect::<Result<Vec<_>>>()?;
    run(session, "arrayfun", &function, &lists, &options, nargout)
}

pub fn structfun(call: Call) -> Result<Vec<Value>> {
    let Call { session, mut args, nargout, .. } = call;
    let options = options("structfun", &mut args, 2)?;
    let Value::Struct(fields) = &args[1] else {
        fail!("struct2cell: argument S must be a structure");
    };
    let function = function(session, "cellfun", &args[0])?;
    let values = fields.fields.values().filter_map(|field| field.as_slice().first().cloned()).collect();
    let results = run(session, "cellfun", &function, &[Array::column(values)], &options, nargout.max(1))?;
    if options.uniform {
        return Ok(results);
    }
    let named = results.into_iter().map(|result| {
        let mut named = StructArray::scalar();
        if let Value::Cell(cells) = &result {
            for (name, value) in fields.fields.keys().zip(cells.iter()) {
                named.set(name, 0, value.clone());
            }
        }
        Value::structs(named)
    });
    Ok(named.collect())
}

/// The elements of an array as values.
fn elements(value: &Value) -> Result<Array<Value>> {
    let value = value.clone().full();
    if let Value::Double(array) = &value {
        return Ok(array.map(|&x| Value::scalar(x)));
    }
    let elements = (1..=value.count()).map(|k| index::get(&value, &[Subscript::Value(Value::scalar(k as f64))], None));
    Ok(Array::new(value.dims(), elements.collect::<Result<_>>()?))
}

/// A handle, a name, or an expression of `x`.
fn function(session: &mut dyn Session, name: &str, value: &Value) -> Result<Value> {
    if matches!(value, Value::Handle(_)) {
        return Ok(value.clone());
    }
    let Some(text) = value.as_text().filter(|_| value.is_text()) else {
        let id = if name == "arrayfun" { "Octave:invalid-fun-call" } else { "" };
        return Err(Error::with_id(id, format!("{name}: argument NAME must be a string or function handle")));
    };
    if session.is_function(&text) {
        return Ok(value.clone());
    }
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        fail!("{name}: invalid function NAME: {text}");
    }
    let code = if text.starts_with('@') { text } else { format!("@(x) {text}") };
    let made = session.call(&Value::text("eval"), vec![Value::text(code)], 1)?;
    made.into_iter().next().ok_or_else(|| Error::new(format!("{name}: invalid function NAME")))
}

/// The names that `cellfun` knew before there were handles.
fn by_old_name(name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Value::Cell(cells) = &args[1] else {
        return Ok(None);
    };
    let flags = |f: &dyn Fn(&Value) -> bool| Some(Value::Bool(cells.map(f)));
    let counts = |f: &dyn Fn(&Value) -> usize| Some(Value::Double(cells.map(|cell| f(cell) as f64)));
    let is_number = |cell: &Value| cell.is_number_like() && !cell.is_text() && cell.class() != Class::Bool;
    Ok(match (name, &args[2..]) {
        ("isempty", []) => flags(&|cell| cell.is_empty()),
        ("islogical", []) => flags(&|cell| cell.class() == Class::Bool),
        ("isnumeric", []) => flags(&is_number),
        ("isreal", []) => flags(&|cell| cell.is_number_like() && !cell.is_complex()),
        ("ischar", []) => flags(&Value::is_text),
        ("length", []) => counts(&|cell| {
            if cell.is_empty() { 0 } else { cell.dims().as_slice().iter().copied().max().unwrap_or(0) }
        }),
        ("ndims", []) => counts(&|cell| cell.dims().rank()),
        ("numel" | "prodofsize", []) => counts(&|cell| cell.count()),
        ("size", [dimension]) => {
            let Some(dimension) = dimension.as_count().filter(|&dimension| dimension > 0) else {
                fail!("cellfun: K must be a positive integer");
            };
            counts(&|cell| cell.dims().get(dimension - 1))
        }
        ("size", []) => fail!("cellfun: not enough arguments for \"size\""),
        ("isclass", [class]) => {
            let class = class.as_text().unwrap_or_default();
            flags(&|cell| cell.class().name() == class)
        }
        ("isclass", []) => fail!("cellfun: not enough arguments for \"isclass\""),
        _ => None,
    })
}

/// Calls the function for every element and gathers its results.
fn run(
    session: &mut dyn Session,
    name: &str,
    function: &Value,
    lists: &[Array<Value>],
    options: &Options,
    nargout: usize,
) -> Result<Vec<Value>> {
    let dims = common_dims(name, lists)?;
    let count = dims.count();
    let wanted = nargout.max(1);
    let mut columns = vec![Vec::with_capacity(count); wanted];
    for k in 0..count {
        let args: Vec<_> = lists.iter().map(|list| list.as_scalar().unwrap_or_else(|| &list.as_slice()[k]).clone()).collect();
        let values = call_one(session, function, args, nargout, k, options)?;
        if values.len() < nargout {
            if nargout == 1 && values.is_empty() {
                return Err(not_scalar(name));
            }
            fail!("{name}: function returned fewer than nargout values");
        }
        for (column, value) in columns.iter_mut().zip(values) {
            if options.uniform && !value.is_scalar() {
                return Err(not_scalar(name));
            }
            column.push(value);
        }
    }
    let is_full = |column: &Vec<Value>| column.len() == count && (count > 0 || !options.uniform);
    let results = columns.into_iter().filter(|column| nargout > 0 || is_full(column));
    let results = results.map(|column| match options.uniform {
        true => joined(&dims, column),
        false => Ok(Value::cell(Array::new(dims.clone(), column))),
    });
    let results = results.collect::<Result<Vec<_>>>()?;
    Ok(results)
}

fn not_scalar(name: &str) -> Error {
    let id = if name == "arrayfun" { "Octave:invalid-fun-call" } else { "" };
    Error::with_id(id, format!("{name}: all values must be scalars when UniformOutput = true"))
}

fn common_dims(name: &str, lists: &[Array<Value>]) -> Result<Dims> {
    let first = lists.iter().position(|list| list.as_scalar().is_none()).unwrap_or(0);
    let dims = lists[first].dims().clone();
    for list in lists {
        if list.as_scalar().is_none() && *list.dims() != dims {
            let id = if name == "arrayfun" { "Octave:invalid-input-arg" } else { "" };
            return Err(Error::with_id(id, format!("{name}: dimensions mismatch")));
        }
    }
    Ok(dims)
}

fn call_one(
    session: &mut dyn Session,
    function: &Value,
    args: Vec<Value>,
    nargout: usize,
    k: usize,
    options: &Options,
) -> Result<Vec<Value>> {
    let Some(handler) = &options.handler else {
        return session.call(function, args, nargout);
    };
    match session.call(function, args.clone(), nargout) {
        Err(error) if error.exit.is_none() => {
            let mut described = StructArray::scalar();
            described.set("identifier", 0, Value::text(&error.identifier));
            described.set("message", 0, Value::text(message_of(&error)));
            described.set("index", 0, Value::scalar(k as f64 + 1.0));
            let args = std::iter::once(Value::structs(described)).chain(args).collect();
            session.call(handler, args, nargout)
        }
        result => result,
    }
}

/// One array of scalars. The first one's class is the result's, as an assignment to its elements has it.
fn joined(dims: &Dims, values: Vec<Value>) -> Result<Value> {
    let Some(first) = values.first() else {
        return Ok(Value::Double(Array::new(dims.clone(), vec![])));
    };
    let doubles: Option<Vec<f64>> = values
        .iter()
        .map(|value| match value {
            Value::Double(array) => array.as_scalar().copied(),
            _ => None,
        })
        .collect();
    if let Some(doubles) = doubles {
        return Ok(Value::Double(Array::new(dims.clone(), doubles)));
    }
    match first {
        Value::Handle(_) | Value::Map(_) | Value::Parser(_) => {
            fail!("octave_base_value::resize (): wrong type argument '{}'", first.kind_name())
        }
        Value::Struct(first) => return structs_joined(dims, first.fields.len(), values),
        _ => {}
    }
    let class = first.class();
    if let Some(other) = values.iter().find(|value| matches!(value, Value::Struct(_))) {
        fail!("operator =: no conversion for assignment of '{}' to indexed 'matrix'", other.kind_name());
    }
    let converted = values.into_iter().map(|value| match value.class() {
        other if other == class => Ok(value),
        _ if value.is_complex() && class.is_float() => Ok(value),
        _ if value.is_number_like() && class != Class::Cell && class != Class::Struct => ops::convert(&value, class),
        other => fail!("operator =: no conversion for assignment of '{}' to indexed 'matrix'", other.name()),
    });
    Ok(ops::cat(1, converted.collect::<Result<_>>()?)?.reshape(dims.clone()))
}

/// An array of structs of the same fields.
fn structs_joined(dims: &Dims, fields: usize, values: Vec<Value>) -> Result<Value> {
    if !values.iter().all(|value| matches!(value, Value::Struct(_))) {
        fail!("invalid structure assignment");
    }
    let joined = ops::cat(1, values).ok().filter(|it| matches!(it, Value::Struct(it) if it.fields.len() == fields));
    match joined {
        Some(joined) => Ok(joined.reshape(dims.clone())),
        None => fail!("incompatible fields in struct assignment"),
    }
}
