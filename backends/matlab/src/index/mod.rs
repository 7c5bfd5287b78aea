//! Indexing, indexed assignment and deletion with `( )`, for every class. `{ }` and fields are built on it by the interpreter.
//!
//! Which elements are meant is worked out once from the extents alone; only then are elements of whatever class moved.

mod assign;
mod class;
mod delete;
mod fast;
mod select;
mod structured;
mod subscript;

pub use fast::{element, set_element};
pub(crate) use subscript::general;

use crate::value::{Array, CharArray, Class, Dims, StructArray, Value, room};
use crate::{Error, Result};
use select::Selection;

/// One subscript.
#[derive(Clone, Debug)]
pub enum Subscript {
    Colon,
    /// Numbers or a mask, as the program gave them.
    Value(Value),
}

impl From<f64> for Subscript {
    fn from(position: f64) -> Subscript {
        Subscript::Value(Value::scalar(position))
    }
}

/// `value(subscripts)`. No subscript gives the value itself.
///
/// # Errors
/// Octave's: out of bound (`name` is the variable's name if there is one, for the message), not an integer.
pub fn get(value: &Value, subscripts: &[Subscript], name: Option<&str>) -> Result<Value> {
    if let Some(found) = fast::get(value, subscripts) {
        return Ok(found);
    }
    slow_get(value, subscripts).map_err(|error| match name {
        Some(name) => named(error, name),
        None => error,
    })
}

fn slow_get(value: &Value, subscripts: &[Subscript]) -> Result<Value> {
    if subscripts.is_empty() {
        return Ok(value.clone());
    }
    let parsed = subscript::parse(subscripts)?;
    if let Some(found) = structured::get(value, &parsed) {
        return Ok(found);
    }
    let selection = Selection::new(&value.dims(), &parsed)?;
    select_from(value, &selection)
}

/// The selected elements, in the value's class.
fn select_from(value: &Value, selection: &Selection) -> Result<Value> {
    match value {
        Value::Range(range) => Ok(Value::Double(selection.of_range(range)?)),
        Value::Handle(_) => Err(Error::new("function handle cannot be indexed with ()")),
        Value::Map(_) => Err(Error::new("only '()' indexing with exactly one key is supported by containers.Map")),
        _ => value.rearrange(selection),
    }
}

/// The extents as `count` subscripts see them: the last one is the product of those that have no subscript.
pub fn extents(dims: &Dims, count: usize) -> Vec<usize> {
    select::folded(dims, count).to_vec()
}

/// The 0-based positions that each subscript names in an array of these extents, and the extent along each subscript.
///
/// # Errors
/// As [`get`].
pub fn positions(dims: &Dims, subscripts: &[Value]) -> Result<Vec<(Vec<usize>, usize)>> {
    let subscripts: Vec<_> = subscripts.iter().cloned().map(Subscript::Value).collect();
    let parsed = subscript::parse(&subscripts)?;
    let extents = select::folded(dims, parsed.len());
    select::check(dims, &extents, &parsed)?;
    let list = |(one, extent): (&subscript::Parsed, usize)| {
        let index = one.index(extent);
        let mut list = room(index.len())?;
        list.extend(index.iter());
        Ok((list, extent))
    };
    parsed.iter().zip(extents).map(list).collect()
}

/// `target(subscripts) = value`. Grows the target, changes its class where Octave does. Writes in place if no other value shares
/// the elements. A target that fails to change stays as it is.
///
/// # Errors
/// Octave's: extents that do not match, subscripts that cannot grow the target, classes that do not convert. See [`named`].
pub fn set(target: &mut Value, subscripts: &[Subscript], value: Value) -> Result<()> {
    let Some(value) = fast::set(target, subscripts, value) else {
        return Ok(());
    };
    let parsed = subscript::parse(subscripts)?;
    if structured::set(target, &parsed, &value) {
        return Ok(());
    }
    class::set(target, &parsed, value)
}

/// `target(subscripts) = value` for a target that is not defined (or a field or an element of a cell that is `[]`): what is made
/// has the value's class.
///
/// # Errors
/// As [`set`].
pub fn set_new(subscripts: &[Subscript], value: Value) -> Result<Value> {
    let mut target = match value.class() {
        Class::Double => Value::empty(),
        Class::Single => Value::Single(Array::default()),
        Class::Bool => Value::Bool(Array::default()),
        Class::Char => Value::Char(CharArray {
            bytes: Array::default(),
            double_quoted: matches!(&value, Value::Char(chars) if chars.double_quoted),
        }),
        Class::I8 => Value::I8(Array::default()),
        Class::I16 => Value::I16(Array::default()),
        Class::I32 => Value::I32(Array::default()),
        Class::I64 => Value::I64(Array::default()),
        Class::U8 => Value::U8(Array::default()),
        Class::U16 => Value::U16(Array::default()),
        Class::U32 => Value::U32(Array::default()),
        Class::U64 => Value::U64(Array::default()),
        Class::Cell => Value::cell(Array::default()),
        Class::Struct => Value::structs(StructArray::new([0, 0].into())),
        Class::Handle => return Err(Error::new("can't perform indexed assignment for function handle type")),
        Class::Map | Class::Parser => {
            return Err(Error::new("unary operator '!' not implemented for 'cs-list' operands"));
        }
    };
    set(&mut target, subscripts, value)?;
    Ok(target)
}

/// `target(subscripts) = []`.
///
/// # Errors
/// Octave's: more than one subscript that is no colon, out of bound. See [`named`].
pub fn delete(target: &mut Value, subscripts: &[Subscript]) -> Result<()> {
    if let Value::Handle(_) = target {
        return Err(Error::new("can't perform indexed assignment for function handle type"));
    }
    let parsed = subscript::parse(subscripts).map_err(subscript::without_place)?;
    delete::delete(target, &parsed)
}

/// Puts the variable's name into an error that [`get`], [`set`] or [`delete`] made without it: `index (0): ...` becomes
/// `x(0): ...`. Other errors stay as they are.
pub fn named(mut error: Error, name: &str) -> Error {
    if matches!(error.identifier.as_str(), subscript::INVALID | subscript::OUT_OF_BOUND)
        && let Some(rest) = error.message.strip_prefix("index ")
    {
        error.message = format!("{name}{rest}");
    }
    error
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
