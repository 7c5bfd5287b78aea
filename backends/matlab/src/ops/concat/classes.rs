//! The class of what is concatenated, and the errors of classes that do not mix.

use crate::value::{Class, Value};
use crate::{Error, Result};

pub fn has_cell(values: &[Value]) -> bool {
    values.iter().any(|value| matches!(value, Value::Cell(_)))
}

/// The class of the result. Characters before integers, the first integer class before singles, singles before doubles.
/// Cells are not among the values.
///
/// # Errors
/// Structs, handles and maps beside others.
pub fn common_class(values: &[Value]) -> Result<Class> {
    let mut result: Option<Class> = None;
    for (k, value) in values.iter().enumerate() {
        let own = value.class();
        result = Some(match result {
            None => own,
            Some(before) if before == own => own,
            Some(before) => match (is_object(before), is_object(own)) {
                (false, false) => stronger(before, own),
                // What is empty is left out beside anything.
                (true, false) if is_left_out(value) => before,
                (true, false) if values[..k].iter().all(is_void) => own,
                (false, true) if values[..k].iter().all(is_void) => own,
                (false, true) if is_void(value) => before,
                (_, _) => return Err(mixed(before, &values[k - 1], value)),
            },
        });
    }
    Ok(result.unwrap_or(Class::Double))
}

/// Not numbers, truth values or characters.
fn is_object(class: Class) -> bool {
    matches!(class, Class::Cell | Class::Struct | Class::Handle | Class::Map | Class::Parser)
}

fn is_void(value: &Value) -> bool {
    !matches!(value, Value::Handle(_) | Value::Map(_) | Value::Parser(_)) && value.dims().as_slice() == [0, 0]
}

/// `[]`, 1x0 and 0x1.
fn is_left_out(value: &Value) -> bool {
    value.is_number_like() && matches!(*value.dims().as_slice(), [0, 0] | [0, 1] | [1, 0])
}

fn stronger(a: Class, b: Class) -> Class {
    if a == Class::Char || b == Class::Char {
        Class::Char
    } else if a.is_integer() {
        a
    } else if b.is_integer() {
        b
    } else if a == Class::Single || b == Class::Single {
        Class::Single
    } else {
        Class::Double
    }
}

/// What was joined so far is named as a matrix of its class.
fn mixed(class: Class, before: &Value, value: &Value) -> Error {
    if before.class() == Class::Handle || class == Class::Handle {
        return Error::new("octave_base_value::resize (): wrong type argument 'function handle'");
    }
    let left = match class {
        Class::Struct => "struct".to_string(),
        Class::Single => format!("float {}matrix", if before.is_complex() { "complex " } else { "" }),
        class if class.is_integer() => format!("{} matrix", class.name()),
        _ if before.is_complex() => "complex matrix".to_string(),
        _ if matches!(value, Value::Struct(_)) && !value.is_scalar() => {
            return Error::new("invalid concatenation of structure with matrix");
        }
        _ => "matrix".to_string(),
    };
    let right = match value {
        Value::Bool(_) | Value::Char(_) | Value::Range(_) => {
            if value.is_scalar() {
                "scalar".to_string()
            } else {
                "matrix".to_string()
            }
        }
        other => other.kind_name(),
    };
    Error::new(format!("concatenation operator not implemented for '{left}' by '{right}' operations"))
}

/// Complex numbers among characters or integers, whose shape the message names.
pub fn wrong_type(class: &str, shape: &str, value: &Value) -> Error {
    Error::new(format!("octave_base_value::{class}_{shape}_value(): wrong type argument '{}'", value.kind_name()))
}
