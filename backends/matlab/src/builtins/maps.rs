use super::Entry;

pub const TABLE: &[Entry] = &[];

use crate::Result;
use crate::value::{MapRef, Value};

/// `map(key)`
///
/// # Errors
/// Octave's: no such key, a key of another class.
pub fn get(_map: &MapRef, _key: &Value) -> Result<Value> {
    todo!()
}

/// `map(key) = value`
///
/// # Errors
/// Octave's: a key or value of another class.
pub fn set(_map: &MapRef, _key: &Value, _value: Value) -> Result<()> {
    todo!()
}

/// `map.name(args)`: Count, KeyType, ValueType, and the functions of maps as methods (`map.keys()`, `map.isKey(key)`).
///
/// # Errors
/// Octave's: no such member, and the function's own.
pub fn member(_map: &MapRef, _name: &str, _args: &[Value]) -> Result<Value> {
    todo!()
}
