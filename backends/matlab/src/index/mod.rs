//! Indexing, indexed assignment and deletion with `( )`, for every class. `{ }` and fields are built on it by the interpreter.

use crate::Result;
use crate::value::Value;

/// One subscript.
#[derive(Clone, Debug)]
pub enum Subscript {
    Colon,
    /// Numbers or a mask, as the program gave them.
    Value(Value),
}

/// `value(subscripts)`. No subscript gives the value itself.
///
/// # Errors
/// Octave's: out of bound (`name` is the variable's name if there is one, for the message), not an integer.
pub fn get(_value: &Value, _subscripts: &[Subscript], _name: Option<&str>) -> Result<Value> {
    todo!()
}

/// `target(subscripts) = value`. Grows the target, changes its class where Octave does, makes it where it is `[]`. Writes in place
/// if no other value shares the elements.
///
/// # Errors
/// Octave's: extents that do not match, subscripts that cannot grow the target.
pub fn set(_target: &mut Value, _subscripts: &[Subscript], _value: Value) -> Result<()> {
    todo!()
}

/// `target(subscripts) = []`.
///
/// # Errors
/// Octave's.
pub fn delete(_target: &mut Value, _subscripts: &[Subscript]) -> Result<()> {
    todo!()
}
