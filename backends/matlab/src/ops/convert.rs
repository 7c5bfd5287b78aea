//! Conversion between the classes of numbers.

use super::errors::nan_to_logical;
use super::logic::truths;
use crate::builtins::elementary::numeric::{Integer, with_integers};
use crate::value::{Array, CharArray, Class, Complex32, Complex64, Value};
use crate::{Error, Result, fail};

/// `double(x)`, `int8(x)`, `logical(x)`, `char(x)` of an array of numbers: rounding and saturation included.
///
/// # Errors
/// Octave's: NaN to logical, classes without a conversion.
pub fn convert(value: &Value, class: Class) -> Result<Value> {
    if value.class() == class {
        return Ok(match value {
            Value::Range(_) | Value::Diagonal(_) | Value::Structured(_) if class != Class::Double => {
                value.clone().full()
            }
            _ => value.clone(),
        });
    }
    if !value.is_number_like() {
        fail!("{}: wrong type argument '{}'", class.name(), wrong_type(value));
    }
    let value = value.clone().full();
    match class {
        Class::Double => double(&value),
        Class::Single => single(&value),
        Class::Bool => truths(&value).unwrap_or_else(|| Err(nan_to_logical())).map(Value::Bool),
        Class::Char => Ok(Value::Char(CharArray { bytes: reals(&value)?.map(|&x| byte(x)), double_quoted: false })),
        Class::I8 => integer::<i8>(&value),
        Class::I16 => integer::<i16>(&value),
        Class::I32 => integer::<i32>(&value),
        Class::I64 => integer::<i64>(&value),
        Class::U8 => integer::<u8>(&value),
        Class::U16 => integer::<u16>(&value),
        Class::U32 => integer::<u32>(&value),
        Class::U64 => integer::<u64>(&value),
        Class::Cell | Class::Struct | Class::Handle | Class::Map | Class::Parser => {
            Err(Error::new(format!("wrong type argument '{}'", value.kind_name())))
        }
    }
}

fn wrong_type(value: &Value) -> String {
    match value {
        Value::Cell(_) => "cell array".into(),
        other => other.kind_name(),
    }
}

fn double(value: &Value) -> Result<Value> {
    Ok(match value {
        Value::SingleComplex(_) => Value::Complex(value.to_complex().unwrap_or_default()),
        other => Value::Double(reals(other)?),
    })
}

fn single(value: &Value) -> Result<Value> {
    Ok(match value {
        Value::Complex(array) => {
            Value::SingleComplex(array.map(|z: &Complex64| Complex32::new(z.re as f32, z.im as f32)))
        }
        other => Value::Single(reals(other)?.map(|&x| x as f32)),
    })
}

/// The elements of a value with numbers; imaginary parts are dropped.
fn reals(value: &Value) -> Result<Array<f64>> {
    match value {
        Value::Complex(array) => Ok(array.map(|z| z.re)),
        Value::SingleComplex(array) => Ok(array.map(|z| z.re.into())),
        other => other.to_doubles().ok_or_else(|| Error::new(format!("wrong type argument '{}'", other.kind_name()))),
    }
}

fn byte(x: f64) -> u8 {
    x as i64 as u8
}

fn integer<T: Integer>(value: &Value) -> Result<Value> {
    Ok(T::wrap(with_integers!(value, array => array.map(|x| T::from_wide(x.wide())), other => {
        reals(other)?.map(|&x| T::from_f64(x))
    })))
}
