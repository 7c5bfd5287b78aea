//! What a value is: its extents, its class, and whether it has some property.

mod matrices;
mod sizes;

use super::{ANY, Call, Entry, entry, file_entry};
use crate::value::{Class, Value};
use crate::{Result, fail, ops};

pub const TABLE: &[Entry] = &[
    entry("size", 1, ANY, sizes::size),
    entry("numel", 1, ANY, sizes::numel),
    entry("length", 1, 1, sizes::length),
    entry("ndims", 1, 1, |call| number(call, |value| value.dims().rank())),
    entry("rows", 1, 1, |call| number(call, |value| value.dims().rows())),
    entry("columns", 1, 1, |call| number(call, |value| value.dims().cols())),
    // No matrix is sparse here.
    entry("full", 1, 1, |call| Ok(call.args.into_iter().map(Value::full).collect())),
    entry("isempty", 1, 1, |call| test(call, Value::is_empty)),
    entry("isnull", 1, 1, |call| test(call, |value| value.is_empty() && value.dims().rank() == 2)),
    entry("isscalar", 1, 1, |call| test(call, |value| matches!(value, Value::Map(_)) || value.is_scalar())),
    entry("isvector", 1, 1, |call| test(call, |value| value.dims().is_vector())),
    entry("isrow", 1, 1, |call| test(call, |value| value.dims().rank() == 2 && value.dims().rows() == 1)),
    entry("iscolumn", 1, 1, |call| test(call, |value| value.dims().rank() == 2 && value.dims().cols() == 1)),
    entry("ismatrix", 1, 1, |call| test(call, |value| value.dims().rank() == 2)),
    entry("issquare", 1, 1, |call| {
        test(call, |value| value.dims().rank() == 2 && value.dims().rows() == value.dims().cols())
    }),
    entry("size_equal", 0, ANY, sizes::size_equal),
    file_entry("isequal", 2, ANY, isequal),
    entry("class", 1, 1, |call| Ok(vec![Value::text(call.args[0].class_name())])),
    entry("isa", 2, 2, isa),
    entry("isnumeric", 1, 1, |call| test(call, |value| is_numeric(value.class()))),
    entry("isreal", 1, 1, |call| test(call, |value| value.is_number_like() && !value.is_complex())),
    entry("iscomplex", 1, 1, |call| test(call, Value::is_complex)),
    entry("ischar", 1, 1, |call| test(call, Value::is_text)),
    entry("iscellstr", 1, 1, |call| {
        test(call, |value| matches!(value, Value::Cell(cells) if cells.iter().all(Value::is_text)))
    }),
    entry("isstring", 1, 1, |call| test(call, |_| false)),
    entry("is_sq_string", 1, 1, |call| test(call, |value| matches!(value, Value::Char(chars) if !chars.double_quoted))),
    entry("is_dq_string", 1, 1, |call| test(call, |value| matches!(value, Value::Char(chars) if chars.double_quoted))),
    entry("islogical", 1, 1, |call| test(call, |value| value.class() == Class::Bool)),
    entry("isbool", 1, 1, |call| test(call, |value| value.class() == Class::Bool)),
    entry("isfloat", 1, 1, |call| test(call, |value| value.class().is_float())),
    entry("isinteger", 1, 1, |call| test(call, |value| value.class().is_integer())),
    entry("iscell", 1, 1, |call| test(call, |value| value.class() == Class::Cell)),
    entry("isstruct", 1, 1, |call| test(call, |value| value.class() == Class::Struct)),
    entry("is_function_handle", 1, 1, |call| test(call, |value| value.class() == Class::Handle && !value.is_inline())),
    entry("isobject", 1, 1, |call| test(call, |value| matches!(value.class(), Class::Map | Class::Parser) || value.is_inline())),
    entry("isjava", 1, 1, |call| test(call, |_| false)),
    entry("issparse", 1, 1, |call| test(call, |_| false)),
    file_entry("isdiag", 1, 1, |call| matrices::is_within(call, 0, 0)),
    file_entry("istril", 1, 1, |call| matrices::is_within(call, usize::MAX, 0)),
    file_entry("istriu", 1, 1, |call| matrices::is_within(call, 0, usize::MAX)),
    file_entry("issymmetric", 1, 3, matrices::issymmetric),
    file_entry("ishermitian", 1, 3, matrices::ishermitian),
];

fn number(call: Call, f: fn(&Value) -> usize) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(f(&call.args[0]) as f64)])
}

fn test(call: Call, f: fn(&Value) -> bool) -> Result<Vec<Value>> {
    Ok(vec![Value::bool(f(&call.args[0]))])
}

fn is_numeric(class: Class) -> bool {
    class.is_float() || class.is_integer()
}

fn isequal(call: Call) -> Result<Vec<Value>> {
    let [first, rest @ ..] = &call.args[..] else {
        return Err(crate::Error::invalid_call("isequal"));
    };
    Ok(vec![Value::bool(rest.iter().all(|value| ops::is_equal(first, value)))])
}

/// `isa (x, name)`, also of a cell of names and of the groups `float`, `integer` and `numeric`.
fn isa(call: Call) -> Result<Vec<Value>> {
    let class = call.args[0].class();
    let is_one = |name: &Value| -> Option<bool> {
        let name = name.as_text()?;
        Some(match name.as_str() {
            "numeric" => is_numeric(class),
            "float" => class.is_float(),
            "integer" => class.is_integer(),
            "handle" => matches!(class, Class::Map | Class::Parser),
            name => call.args[0].class_name() == name,
        })
    };
    let found = match &call.args[1] {
        Value::Cell(names) => names.try_map(|name| is_one(name).ok_or(())).ok().map(Value::Bool),
        name => is_one(name).map(Value::bool),
    };
    match found {
        Some(value) => Ok(vec![value]),
        None => fail!("isa: CLASSNAME must be a string or cell array of strings"),
    }
}
