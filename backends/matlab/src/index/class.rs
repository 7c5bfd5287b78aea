//! Which class an indexed assignment gives, and the conversions to it. A target takes values of any class of numbers into its own
//! where it can; complex numbers make it complex.

use std::rc::Rc;

use super::assign;
use super::select::Placement;
use super::subscript::Parsed;
use crate::value::{Array, CharArray, Class, Complex32, Complex64, Value};
use crate::{Error, Result, fail, ops};

/// # Errors
/// Extents that do not match, subscripts that cannot grow the target, classes that do not convert.
pub fn set(target: &mut Value, parsed: &[Parsed], value: Value) -> Result<()> {
    match target {
        Value::Cell(cells) => {
            let value = match value {
                Value::Cell(value) => Rc::unwrap_or_clone(value),
                other => Array::scalar(other),
            };
            let placement = Placement::new(cells.dims(), parsed, value.dims())?;
            return assign::place(Rc::make_mut(cells), &placement, value, &Value::empty());
        }
        Value::Struct(structs) => {
            let value = match value {
                Value::Struct(value) => value,
                Value::Map(_) => fail!("incompatible fields in struct assignment"),
                _ => fail!("invalid structure assignment"),
            };
            let placement = Placement::new(structs.dims(), parsed, value.dims())?;
            return assign::place_structs(Rc::make_mut(structs), &placement, &value);
        }
        Value::Handle(_) => fail!("can't perform indexed assignment for function handle type"),
        Value::Map(_) => fail!("only '()' indexing with exactly one key is supported by containers.Map"),
        _ => (),
    }
    if !value.is_number_like() || is_refused(target, &value) {
        return Err(no_conversion(target, &value));
    }
    set_numbers(target, parsed, value)
}

fn set_numbers(target: &mut Value, parsed: &[Parsed], value: Value) -> Result<()> {
    let placement = Placement::new(&target.dims(), parsed, &value.dims())?;
    let (class, is_complex) = class_of_result(target, &value);
    let value = convert(value, target, class, is_complex)?;
    if (target.class(), target.is_complex()) != (class, is_complex) || is_rule(target) {
        let mut changed = convert_target(target, class, is_complex)?;
        place(&mut changed, &placement, value)?;
        *target = changed.narrow();
        return Ok(());
    }
    place(target, &placement, value)?;
    if is_complex {
        *target = std::mem::replace(target, Value::empty()).narrow();
    }
    Ok(())
}

fn is_rule(value: &Value) -> bool {
    matches!(value, Value::Range(_) | Value::Diagonal(_) | Value::Structured(_))
}

/// The class, and whether the elements are complex.
fn class_of_result(target: &Value, value: &Value) -> (Class, bool) {
    let is_complex = target.is_complex() || value.is_complex();
    let class = match (target.class(), value.class()) {
        (Class::Single | Class::Double, _) => target.class(),
        (class, _) if class.is_integer() && is_complex => value.class(),
        (Class::Bool | Class::Char, _) if is_complex => Class::Double,
        (Class::Bool, Class::Single) => Class::Double,
        (Class::Char, class) if class == Class::Single || class.is_integer() => Class::Double,
        (class, _) => class,
    };
    (class, is_complex)
}

/// What Octave has no assignment for, though the classes would mix: matrices of some classes to scalars of some.
fn is_refused(target: &Value, value: &Value) -> bool {
    if !target.is_scalar() || !target.class().is_float() || is_rule(target) {
        return false;
    }
    let is_scalar = value.is_scalar();
    match target {
        Value::SingleComplex(_) => match value.class() {
            Class::Single => false,
            Class::Double => !is_scalar || value.is_complex(),
            class => !is_scalar || class.is_integer(),
        },
        _ => !is_scalar && value.class().is_integer(),
    }
}

fn no_conversion(target: &Value, value: &Value) -> Error {
    if let Value::SingleComplex(_) = target
        && value.is_scalar()
        && value.class().is_integer()
    {
        return Error::new(format!(
            "assignment of '{}' to indexed 'float complex scalar' not implemented",
            value.kind_name()
        ));
    }
    Error::new(format!(
        "operator =: no conversion for assignment of '{}' to indexed '{}'",
        plain_name(value),
        plain_name(target)
    ))
}

/// The name of what Octave makes of a value before it gives up.
fn plain_name(value: &Value) -> String {
    match value {
        Value::Bool(_) | Value::Char(_) if value.is_scalar() => "scalar".into(),
        Value::Bool(_) | Value::Char(_) | Value::Range(_) | Value::Diagonal(_) => "matrix".into(),
        Value::Structured(matrix) => matrix.to_value().kind_name(),
        other => other.kind_name(),
    }
}

/// The value's elements as the target will hold them.
fn convert(value: Value, target: &Value, class: Class, is_complex: bool) -> Result<Value> {
    match (target, class) {
        (Value::Bool(_), Class::Bool) => match value {
            Value::Bool(_) => Ok(value),
            Value::Char(chars) if !target.is_scalar() => {
                let kind = if chars.double_quoted { "string" } else { "sq_string" };
                fail!("octave_base_value::bool_array_value(): wrong type argument '{kind}'")
            }
            other => to_bools(&other),
        },
        (Value::Char(_), Class::Char) => match value {
            Value::Char(_) => Ok(value),
            other => to_chars(&other),
        },
        _ => convert_target(&value, class, is_complex),
    }
}

/// Elements of any class of numbers as those of `class`.
fn convert_target(value: &Value, class: Class, is_complex: bool) -> Result<Value> {
    Ok(match (class, is_complex) {
        (Class::Single, true) => Value::SingleComplex(to_single_complex(value)),
        (_, true) => Value::Complex(value.to_complex().unwrap_or_default()),
        (Class::Double, false) => Value::Double(value.to_doubles().unwrap_or_default()),
        _ if value.class() == class => value.clone().full(),
        _ => ops::convert(&value.clone().full(), class)?,
    })
}

fn to_single_complex(value: &Value) -> Array<Complex32> {
    match value {
        Value::SingleComplex(array) => array.clone(),
        other => {
            let array: Array<Complex64> = other.to_complex().unwrap_or_default();
            array.map(|x| Complex32::new(x.re as f32, x.im as f32))
        }
    }
}

fn to_bools(value: &Value) -> Result<Value> {
    let numbers = value.to_doubles().unwrap_or_default();
    if numbers.iter().any(|x| x.is_nan()) {
        fail!("invalid conversion from NaN to logical");
    }
    Ok(Value::Bool(numbers.map(|&x| x != 0.0)))
}

/// Characters of rounded numbers; what is none becomes NUL.
fn to_chars(value: &Value) -> Result<Value> {
    let numbers = value.to_doubles().unwrap_or_default();
    if numbers.iter().any(|x| x.is_nan()) {
        fail!("invalid conversion from NaN to character");
    }
    let byte = |&x: &f64| {
        let rounded = x.round();
        if (0.0..256.0).contains(&rounded) { rounded as u8 } else { 0 }
    };
    Ok(Value::Char(CharArray { bytes: numbers.map(byte), double_quoted: false }))
}

/// Writes elements of the target's own class.
fn place(target: &mut Value, placement: &Placement, value: Value) -> Result<()> {
    match (target, value) {
        (Value::Double(target), Value::Double(value)) => assign::place(target, placement, value, &0.0),
        (Value::Single(target), Value::Single(value)) => assign::place(target, placement, value, &0.0),
        (Value::Complex(target), Value::Complex(value)) => {
            assign::place(target, placement, value, &Complex64::default())
        }
        (Value::SingleComplex(target), Value::SingleComplex(value)) => {
            assign::place(target, placement, value, &Complex32::default())
        }
        (Value::Bool(target), Value::Bool(value)) => assign::place(target, placement, value, &false),
        (Value::Char(target), Value::Char(value)) => {
            target.double_quoted |= value.double_quoted;
            assign::place(&mut target.bytes, placement, value.bytes, &0)
        }
        (Value::I8(target), Value::I8(value)) => assign::place(target, placement, value, &0),
        (Value::I16(target), Value::I16(value)) => assign::place(target, placement, value, &0),
        (Value::I32(target), Value::I32(value)) => assign::place(target, placement, value, &0),
        (Value::I64(target), Value::I64(value)) => assign::place(target, placement, value, &0),
        (Value::U8(target), Value::U8(value)) => assign::place(target, placement, value, &0),
        (Value::U16(target), Value::U16(value)) => assign::place(target, placement, value, &0),
        (Value::U32(target), Value::U32(value)) => assign::place(target, placement, value, &0),
        (Value::U64(target), Value::U64(value)) => assign::place(target, placement, value, &0),
        (target, value) => Err(no_conversion(target, &value)),
    }
}
