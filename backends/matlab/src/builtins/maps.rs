//! `containers.Map`: keys to values, shared by all copies of the handle. The map itself is a value's; here are its rules.

use super::{Call, Entry, entry};
use crate::display;
use crate::value::{Array, Class, Key, Map, MapRef, Value};
use crate::{Error, Result, fail, ops};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

pub const TABLE: &[Entry] = &[
    entry("containers.Map", 0, super::ANY, construct),
    entry("isKey", 2, 2, method),
    entry("keys", 1, 1, method),
    entry("remove", 2, 2, method),
    entry("values", 1, 2, method),
];

/// `map(key)`
///
/// # Errors
/// Octave's: no such key, a key of another class.
pub fn get(map: &MapRef, key: &Value) -> Result<Value> {
    let map = map.borrow();
    let found = key_of(key, map.key_class).ok_or_else(wrong_key)?;
    match map.entries.get(&found) {
        Some(value) => Ok(value.clone()),
        None => fail!("containers.Map: specified key <{}> does not exist", key_text(key)),
    }
}

/// `map(key) = value`
///
/// # Errors
/// Octave's: a key or value of another class.
pub fn set(map: &MapRef, key: &Value, value: Value) -> Result<()> {
    // Key and value may be the map itself, so they are read before it is written.
    let key = key_of(key, map.borrow().key_class).ok_or_else(wrong_key)?;
    let value = value_of(value, &map.borrow().value_type)?;
    map.borrow_mut().entries.insert(key, value);
    Ok(())
}

/// `map.name(args)`: Count, KeyType, ValueType, and the functions of maps as methods (`map.keys()`, `map.isKey(key)`).
///
/// # Errors
/// Octave's: no such member, and the function's own.
pub fn member(map: &MapRef, name: &str, args: &[Value]) -> Result<Value> {
    match (name, args) {
        ("Count" | "length", []) => Ok(Value::scalar(map.borrow().len() as f64)),
        ("numel" | "ndims", []) => Ok(Value::scalar(if name == "numel" { 1.0 } else { 2.0 })),
        ("isempty", []) => Ok(Value::bool(map.borrow().is_empty())),
        ("KeyType", []) => Ok(Value::text(map.borrow().key_class.name())),
        ("ValueType", []) => Ok(Value::text(&*map.borrow().value_type)),
        ("keys", []) => keys(map),
        ("values", []) => Ok(row(map.borrow().entries.values().cloned().collect())),
        ("values", [wanted]) => values_of(map, wanted),
        ("isKey", [key]) => Ok(is_key(map, key)),
        ("remove", [key]) => {
            remove(map, key);
            Ok(Value::Map(map.clone()))
        }
        _ => fail!("containers.Map: unknown property '{name}'"),
    }
}

fn method(call: Call) -> Result<Vec<Value>> {
    match &call.args[0] {
        Value::Map(map) => member(map, call.name, &call.args[1..]).map(|value| vec![value]),
        other => {
            let text = format!("'{}' undefined for arguments of type '{}'", call.name, other.class().name());
            Err(Error::with_id("Octave:undefined-function", text))
        }
    }
}

fn wrong_key() -> Error {
    Error::new("containers.Map: specified key type does not match the type of this container")
}

/// A key as messages show it.
fn key_text(key: &Value) -> String {
    match key.as_text() {
        Some(text) => text,
        None => String::from_utf8_lossy(&display::disp(key, display::Format::default())).trim().to_string(),
    }
}

/// A key of a map of this class; `None` if it is of another.
fn key_of(key: &Value, class: Class) -> Option<Key> {
    if class == Class::Char {
        return key.as_bytes().filter(|_| key.is_text()).map(|bytes| Key::Text(bytes.to_vec()));
    }
    if key.is_text() || !key.is_scalar() || !key.is_number_like() || key.is_complex() {
        return None;
    }
    let key = ops::convert(key, class).ok()?.as_scalar()?;
    // Zeros of both signs are one key.
    Some(Key::Number(key + 0.0))
}

fn value_of(value: Value, kind: &str) -> Result<Value> {
    let fits = match kind {
        "any" => return Ok(value),
        "char" => value.is_text() && value.as_bytes().is_some(),
        _ => value.is_number_like() && !value.is_text() && value.is_scalar(),
    };
    if !fits {
        fail!("containers.Map: specified value type does not match the type of this container");
    }
    match class_named(kind) {
        Some(class) if class != value.class() => ops::convert(&value, class),
        _ => Ok(value),
    }
}

fn class_named(name: &str) -> Option<Class> {
    use Class::{Bool, Char, Double, I8, I16, I32, I64, Single, U8, U16, U32, U64};
    [Double, Single, Bool, Char, I8, I16, I32, I64, U8, U16, U32, U64].into_iter().find(|class| class.name() == name)
}

fn row(values: Vec<Value>) -> Value {
    Value::cell_row(values)
}

fn keys(map: &MapRef) -> Result<Value> {
    let map = map.borrow();
    let keys = map.entries.keys().map(|key| match key {
        Key::Text(bytes) => Ok(Value::text(bytes)),
        Key::Number(number) => ops::convert(&Value::scalar(*number), map.key_class),
    });
    Ok(row(keys.collect::<Result<_>>()?))
}

/// The keys that an argument means: a cell of them, an array of numbers, or one.
fn list(keys: &Value) -> Vec<Value> {
    match keys {
        Value::Cell(cells) => cells.as_slice().to_vec(),
        text @ Value::Char(_) => vec![text.clone()],
        other => elements(other).unwrap_or_else(|_| vec![other.clone()]),
    }
}

fn values_of(map: &MapRef, wanted: &Value) -> Result<Value> {
    if !matches!(wanted, Value::Cell(_)) {
        fail!("containers.Map: input argument 'keySet' must be a cell");
    }
    let map = map.borrow();
    let values = list(wanted).into_iter().map(|key| {
        let found = key_of(&key, map.key_class).and_then(|key| map.entries.get(&key));
        found.cloned().ok_or_else(|| Error::new(format!("containers.Map: key <{}> does not exist", key_text(&key))))
    });
    Ok(row(values.collect::<Result<_>>()?))
}

fn is_key(map: &MapRef, keys: &Value) -> Value {
    let map = map.borrow();
    let has = |key: &Value| key_of(key, map.key_class).is_some_and(|key| map.entries.contains_key(&key));
    match keys {
        Value::Cell(_) | Value::Double(_) | Value::Range(_) => {
            let flags = list(keys).iter().map(has).collect();
            Value::Bool(Array::new(keys.dims(), flags))
        }
        one => Value::bool(has(one)),
    }
}

fn remove(map: &MapRef, keys: &Value) {
    for key in list(keys) {
        let key = key_of(&key, map.borrow().key_class);
        if let Some(key) = key {
            map.borrow_mut().entries.remove(&key);
        }
    }
}

fn construct(call: Call) -> Result<Vec<Value>> {
    let args = &call.args;
    let name = |k: usize| args.get(k).and_then(Value::as_text).map(|name| name.to_lowercase());
    let map = match (args.len(), name(0).as_deref()) {
        (0, _) => empty(Class::Char, "any"),
        (4, Some("keytype")) if name(2).as_deref() == Some("valuetype") => typed(&args[1], &args[3])?,
        (4, Some("valuetype")) if name(2).as_deref() == Some("keytype") => typed(&args[3], &args[1])?,
        (2, _) => filled(&args[0], &args[1], None)?,
        (4, _) if name(2).as_deref() == Some("uniformvalues") => filled(&args[0], &args[1], Some(args[3].is_true()?))?,
        (4, _) => fail!("containers.Map: missing parameter name 'KeyType' or 'ValueType'"),
        _ => fail!("containers.Map: incorrect number of inputs specified"),
    };
    Ok(vec![Value::Map(Rc::new(RefCell::new(map)))])
}

fn empty(key_class: Class, value_type: &str) -> Map {
    Map { key_class, value_type: value_type.into(), entries: BTreeMap::new() }
}

fn typed(key: &Value, value: &Value) -> Result<Map> {
    use Class::{Char, Double, I32, I64, Single, U32, U64};
    let key = key.as_text().and_then(|name| class_named(&name));
    let Some(key) = key.filter(|class| matches!(class, Char | Double | Single | I32 | I64 | U32 | U64)) else {
        fail!("containers.Map: unsupported KeyType");
    };
    let value = value.as_text().unwrap_or_default();
    if value != "any" && class_named(&value).is_none() {
        fail!("containers.Map: unsupported ValueType");
    }
    Ok(empty(key, &value))
}

fn filled(keys: &Value, values: &Value, uniform: Option<bool>) -> Result<Map> {
    let is_list = !keys.is_text();
    let keys = list(keys);
    if keys.is_empty() {
        fail!("containers.Map: empty keys are not allowed");
    }
    let values = match values {
        Value::Cell(cells) if is_list || cells.len() != 1 => {
            if keys.len() == 1 && cells.len() != 1 && is_list { vec![values.clone()] } else { cells.as_slice().to_vec() }
        }
        Value::Cell(cells) => cells.as_slice().to_vec(),
        other if keys.len() == 1 => vec![other.clone()],
        other => elements(other)?,
    };
    if keys.len() != values.len() {
        fail!("containers.Map: the number of keys and values must match");
    }
    let common = value_type(&values);
    let kind = match (uniform, common) {
        (Some(false), _) | (None, None) => "any",
        (Some(true), None) => {
            fail!("containers.Map: when 'UniformValues' is true, all values must be scalars of the same data type")
        }
        (_, Some(kind)) => kind,
    };
    let mut map = empty(key_class(&keys)?, kind);
    for (key, value) in keys.iter().zip(values) {
        let key = key_of(key, map.key_class).ok_or_else(wrong_key)?;
        map.entries.insert(key, value);
    }
    Ok(map)
}

/// The elements of an array one by one.
fn elements(value: &Value) -> Result<Vec<Value>> {
    use crate::index::{Subscript, get};
    (1..=value.count()).map(|k| get(value, &[Subscript::Value(Value::scalar(k as f64))], None)).collect()
}

/// The type that all values share, if they do.
pub fn value_type(values: &[Value]) -> Option<&'static str> {
    if values.iter().all(|value| value.is_text() && value.dims().rows() <= 1) {
        return Some("char");
    }
    let class = values.first()?.class();
    let fits = |value: &Value| value.class() == class && value.is_scalar() && value.is_number_like() && !value.is_text();
    values.iter().all(fits).then(|| class.name())
}

fn key_class(keys: &[Value]) -> Result<Class> {
    use Class::{Char, Double, I32, I64, Single, U32, U64};
    let is_text = |key: &Value| key.is_text() && key.as_bytes().is_some();
    let is_number = |key: &Value| key.is_number_like() && !key.is_text() && key.is_scalar() && !key.is_complex();
    if keys.iter().all(is_text) {
        return Ok(Char);
    }
    if !keys.iter().all(|key| is_text(key) || is_number(key)) {
        fail!("containers.Map: keys must be real scalar numeric values or char vectors");
    }
    if keys.iter().any(is_text) {
        fail!("containers.Map: when using multiple key types, all types must be numeric");
    }
    let class = keys[0].class();
    let keeps = matches!(class, Single | I32 | I64 | U32 | U64) && keys.iter().all(|key| key.class() == class);
    Ok(if keeps { class } else { Double })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_class_of_the_map() {
        let map = Rc::new(RefCell::new(empty(Class::Char, "double")));
        set(&map, &Value::text("a"), Value::bool(true)).unwrap();
        assert_eq!(get(&map, &Value::text("a")).unwrap().class(), Class::Double);
        let message = |result: Result<Value>| result.unwrap_err().message;
        assert_eq!(
            message(get(&map, &Value::text("zz"))),
            "containers.Map: specified key <zz> does not exist"
        );
        assert_eq!(
            message(get(&map, &Value::scalar(5.0))),
            "containers.Map: specified key type does not match the type of this container"
        );
        assert!(set(&map, &Value::text("a"), Value::row(vec![1.0, 2.0])).is_err());
    }

    #[test]
    fn values_share_a_type_or_are_any() {
        assert_eq!(value_type(&[Value::scalar(1.0), Value::scalar(2.0)]), Some("double"));
        assert_eq!(value_type(&[Value::text("a"), Value::text("b")]), Some("char"));
        assert_eq!(value_type(&[Value::scalar(1.0), Value::text("b")]), None);
        assert_eq!(value_type(&[Value::row(vec![1.0, 2.0]), Value::scalar(1.0)]), None);
    }
}
