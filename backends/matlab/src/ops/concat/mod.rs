//! Concatenation: brackets, `horzcat`, `vertcat`, `cat`. Which class the result has, and what is left out because it is empty.

mod classes;
mod extents;
mod join;

use super::convert::convert;
use super::product::single_complex;
use super::warnings::warn;
use crate::value::{Array, CharArray, Class, Dims, StructArray, Value};
use crate::{Error, Result, fail};
use classes::{common_class, has_cell};
use extents::{Asker, common_extents};
use join::join;
use std::cell::RefCell;
use std::rc::Rc;

/// `[a, b; c, d]`. Cells, structs, strings and all classes of numbers.
///
/// # Errors
/// Octave's: dimensions that do not match, classes that do not mix.
pub fn concat(mut rows: Vec<Vec<Value>>) -> Result<Value> {
    if let Some(array) = double_scalars(&rows) {
        return Ok(Value::Double(array));
    }
    struct_before_cells(rows.iter().flatten())?;
    if let [row] = &mut rows[..] {
        if row.len() == 1 {
            return single(row.remove(0));
        }
        return along(1, std::mem::take(row), Asker::Brackets);
    }
    rows.retain(|row| !row.is_empty());
    if rows.iter().flatten().any(|value| matches!(value, Value::Cell(_))) {
        let rows: Result<Vec<Value>> = rows.into_iter().map(cell_row).collect();
        return along(0, rows?, Asker::Brackets);
    }
    let texts = rows.iter().flatten().all(Value::is_text);
    let joined: Result<Vec<Value>> = rows.into_iter().map(|row| along(1, row, Asker::Brackets)).collect();
    let mut joined = joined?;
    if texts && !joined.is_empty() {
        joined.retain(|row| row.dims().rows() > 0 || row.dims().rank() > 2);
        fill_with_blanks(&mut joined);
        if joined.is_empty() {
            return Ok(Value::text(""));
        }
    }
    along(0, joined, Asker::Brackets)
}

/// A struct at the very start is not taken into a cell.
fn struct_before_cells<'a>(mut values: impl Iterator<Item = &'a Value>) -> Result<()> {
    let Some(first @ Value::Struct(_)) = values.next() else { return Ok(()) };
    if values.any(|value| matches!(value, Value::Cell(_))) {
        fail!("octave_base_value::cell_value(): wrong type argument '{}'", first.kind_name());
    }
    Ok(())
}

/// Real scalars alone: the most frequent matrix.
fn double_scalars(rows: &[Vec<Value>]) -> Option<Array<f64>> {
    let columns = rows.first().map_or(0, Vec::len);
    if columns == 0 || rows.iter().any(|row| row.len() != columns) {
        return None;
    }
    let mut values = Vec::with_capacity(rows.len() * columns);
    for column in 0..columns {
        for row in rows {
            let Value::Double(array) = &row[column] else { return None };
            values.push(*array.as_scalar()?);
        }
    }
    Some(Array::new([rows.len(), columns].into(), values))
}

/// `[x]`
fn single(value: Value) -> Result<Value> {
    match value {
        Value::Handle(_) => fail!("octave_base_value::resize (): wrong type argument 'function handle'"),
        other => Ok(other.full().narrow()),
    }
}

/// Concatenation along 0-based dimension `dimension` (`horzcat` is 1, `vertcat` is 0, `cat(3, ...)` is 2).
///
/// # Errors
/// As [`concat`].
pub fn cat(dimension: usize, mut values: Vec<Value>) -> Result<Value> {
    match values.len() {
        0 => Ok(Value::empty()),
        1 => Ok(values.remove(0)),
        _ => {
            struct_before_cells(values.iter())?;
            along(dimension, values, Asker::Function)
        }
    }
}

/// A row of brackets that have cells somewhere. Without a cell its extents must match nevertheless, and count if it is empty.
fn cell_row(row: Vec<Value>) -> Result<Value> {
    if has_cell(&row) {
        return along(1, row, Asker::Brackets);
    }
    let dims: Vec<Dims> = row.iter().map(Value::dims).collect();
    let total = common_extents(1, &dims, Asker::Brackets)?;
    if total.count() == 0 {
        return Ok(Value::cell(Array::new(total, vec![])));
    }
    cells(1, row, Asker::Brackets)
}

/// Texts of different lengths below each other.
fn fill_with_blanks(rows: &mut [Value]) {
    let width = rows.iter().map(|row| row.dims().cols()).max().unwrap_or(0);
    for row in rows {
        if let Value::Char(chars) = row
            && chars.bytes.dims().cols() < width
            && chars.bytes.dims().rank() == 2
        {
            let height = chars.bytes.dims().rows();
            let mut bytes = chars.bytes.as_slice().to_vec();
            bytes.resize(height * width, b' ');
            chars.bytes = Array::new([height, width].into(), bytes);
        }
    }
}

fn along(dimension: usize, values: Vec<Value>, asker: Asker) -> Result<Value> {
    if values.len() > 1 && values.iter().any(|value| matches!(value, Value::Map(_))) {
        return maps(dimension, &values);
    }
    if has_cell(&values) {
        return cells(dimension, values, asker);
    }
    let class = common_class(&values)?;
    match class {
        Class::Struct => structs(dimension, values, asker),
        Class::Char => chars(dimension, values, asker),
        Class::Handle => fail!("octave_base_value::resize (): wrong type argument 'function handle'"),
        Class::Map => Ok(values.into_iter().next().unwrap_or_else(Value::empty)),
        _ => numbers(dimension, values, class, asker),
    }
}

/// Joins arrays of one element type.
fn arrays<T: Clone>(dimension: usize, parts: &[Array<T>], asker: Asker) -> Result<Array<T>> {
    let dims: Vec<Dims> = parts.iter().map(|part| part.dims().clone()).collect();
    let total = common_extents(dimension, &dims, asker)?;
    join(dimension, total, parts)
}

fn numbers(dimension: usize, values: Vec<Value>, class: Class, asker: Asker) -> Result<Value> {
    let complex = values.iter().find(|value| value.is_complex());
    if let (Some(complex), true) = (complex, class.is_integer()) {
        let scalars = dimension == 1 && values.iter().all(Value::is_scalar);
        return Err(classes::wrong_type(class.name(), if scalars { "scalar" } else { "array" }, complex));
    }
    let is_complex = complex.is_some();
    // A structs' empty array counts as an empty matrix.
    let values = values.into_iter().map(|value| if value.is_number_like() { value.full() } else { Value::empty() });
    macro_rules! joined {
        ($variant:ident) => {{
            let mut parts = Vec::with_capacity(values.len());
            for value in values {
                if let Value::$variant(array) = convert(&value, class)? {
                    parts.push(array);
                }
            }
            Ok(Value::$variant(arrays(dimension, &parts, asker)?))
        }};
    }
    match class {
        Class::Bool => joined!(Bool),
        Class::I8 => joined!(I8),
        Class::I16 => joined!(I16),
        Class::I32 => joined!(I32),
        Class::I64 => joined!(I64),
        Class::U8 => joined!(U8),
        Class::U16 => joined!(U16),
        Class::U32 => joined!(U32),
        Class::U64 => joined!(U64),
        Class::Single if is_complex => {
            let parts: Vec<_> = values.map(|value| single_complex(&value)).collect();
            Ok(Value::SingleComplex(arrays(dimension, &parts, asker)?).narrow())
        }
        Class::Single => joined!(Single),
        _ if is_complex => {
            let parts: Vec<_> = values.map(|value| value.to_complex().unwrap_or_default()).collect();
            Ok(Value::Complex(arrays(dimension, &parts, asker)?).narrow())
        }
        _ => joined!(Double),
    }
}

fn chars(dimension: usize, values: Vec<Value>, asker: Asker) -> Result<Value> {
    let double_quoted = values.iter().all(|value| matches!(value, Value::Char(chars) if chars.double_quoted));
    if let Some(complex) = values.iter().find(|value| value.is_complex()) {
        return Err(classes::wrong_type("char", "array", complex));
    }
    let dims: Vec<Dims> = values.iter().map(Value::dims).collect();
    common_extents(dimension, &dims, asker)?;
    if values.iter().any(|value| !value.is_text()) {
        warn("Octave:num-to-str", "implicit conversion from numeric to char");
    }
    let mut parts = Vec::with_capacity(values.len());
    for value in values {
        let value = if value.is_number_like() { value } else { Value::empty() };
        if let Value::Char(chars) = convert(&value, Class::Char)? {
            parts.push(chars.bytes);
        }
    }
    Ok(Value::Char(CharArray { bytes: arrays(dimension, &parts, asker)?, double_quoted }))
}

/// Values among cells become cells, but for empty ones, which are left out.
fn cells(dimension: usize, values: Vec<Value>, asker: Asker) -> Result<Value> {
    let mut parts = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::Cell(array) => parts.push(Rc::unwrap_or_clone(array)),
            Value::Map(_) => fail!("containers.Map/horzcat method failed"),
            other if other.is_empty() => {}
            other => parts.push(Array::scalar(other.full())),
        }
    }
    Ok(Value::cell(arrays(dimension, &parts, asker)?))
}

/// Maps beside or below each other are one map; of equal keys the last one counts.
fn maps(dimension: usize, values: &[Value]) -> Result<Value> {
    let how = if dimension == 0 { "vertcat" } else { "horzcat" };
    let failed = || Error::new(format!("containers.Map/{how} method failed"));
    let refs = values.iter().map(|value| match value {
        Value::Map(map) => Some(map.borrow()),
        _ => None,
    });
    let parts: Vec<_> = refs.collect::<Option<_>>().ok_or_else(failed)?;
    let mut whole = parts[0].clone();
    for part in &parts[1..] {
        if (part.key_class == Class::Char) != (whole.key_class == Class::Char) {
            return Err(failed());
        }
        whole.entries.extend(part.entries.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    let values: Vec<Value> = whole.entries.values().cloned().collect();
    whole.value_type = crate::builtins::maps::value_type(&values).unwrap_or("any").into();
    Ok(Value::Map(Rc::new(RefCell::new(whole))))
}

fn structs(dimension: usize, values: Vec<Value>, asker: Asker) -> Result<Value> {
    let mut parts: Vec<StructArray> = vec![];
    for value in values {
        if let Value::Struct(structs) = value {
            parts.push(Rc::unwrap_or_clone(structs));
        }
    }
    // Arrays of 0x0 structs count for nothing, whatever their fields.
    if parts.len() > 1 {
        let last = parts.pop();
        parts.retain(|part| part.dims().as_slice() != [0, 0]);
        parts.extend(last.filter(|last| parts.is_empty() || last.dims().as_slice() != [0, 0]));
    }
    let dims: Vec<Dims> = parts.iter().map(|part| part.dims().clone()).collect();
    // Empty arrays without fields mix with all.
    let names = |part: &StructArray| part.fields.keys().cloned().collect::<Vec<_>>();
    let first = parts.iter().map(names).find(|names| !names.is_empty()).unwrap_or_default();
    let same = |part: &StructArray| {
        let has_all = part.fields.len() == first.len() && first.iter().all(|name| part.fields.contains_key(name));
        has_all || part.fields.is_empty() && part.count() == 0
    };
    if !parts.iter().all(same) {
        fail!("cat: field names mismatch in concatenating structs");
    }
    let total = common_extents(dimension, &dims, asker)?;
    let mut result = StructArray::new(total.clone());
    for name in first {
        let fields: Vec<Array<Value>> = parts.iter().filter_map(|part| part.fields.get(&name).cloned()).collect();
        result.fields.insert(name, join(dimension, total.clone(), &fields)?);
    }
    Ok(Value::structs(result))
}
