//! Arrays of one number: `zeros`, `ones`, `true`, and constants. `eye` as well.

use super::extents::{self, Kind};
use crate::builtins::Call;
use crate::value::{Array, Class, Complex32, Complex64, Diagonal, Dims, NA, NA_SINGLE, Structured, Value};
use crate::{Error, Result, fail};
use std::rc::Rc;

/// `zeros` and `ones`: every class of numbers.
pub fn number(call: Call, number: f64) -> Result<Vec<Value>> {
    let (args, kind) = extents::split_kind(&call.args)?;
    let dims = extents::extents(call.name, args)?;
    let class = match &kind {
        Kind::Default => Class::Double,
        Kind::Class(Class::Char) => fail!("{}: invalid class name", call.name),
        Kind::Class(class) => *class,
        Kind::Like(like) if like.is_number_like() => like.class(),
        Kind::Like(_) => fail!("{}: invalid data type", call.name),
    };
    filled(dims, class, number).map(|value| vec![value])
}

/// `Inf`, `pi` and their kin: floats.
pub fn constant(call: Call, name: &str, number: f64) -> Result<Vec<Value>> {
    let (dims, class) = float_arguments(name, &call.args)?;
    filled(dims, class, number).map(|value| vec![value])
}

/// `NA`, whose bits differ between the classes of floats.
pub fn missing(call: Call) -> Result<Vec<Value>> {
    let (dims, class) = float_arguments("NA", &call.args)?;
    let value = match class {
        Class::Single => Value::Single(Array::try_filled(dims, NA_SINGLE)?),
        _ => Value::Double(Array::try_filled(dims, NA)?),
    };
    Ok(vec![value])
}

/// `i`, `j` and their kin.
pub fn imaginary(call: Call) -> Result<Vec<Value>> {
    let (dims, class) = float_arguments(call.name, &call.args)?;
    let value = match class {
        Class::Single => Value::SingleComplex(Array::try_filled(dims, Complex32::new(0.0, 1.0))?),
        _ => Value::Complex(Array::try_filled(dims, Complex64::new(0.0, 1.0))?),
    };
    Ok(vec![value])
}

/// `realmax` and `realmin`: numbers that differ between double and single.
pub fn limit(call: Call, double: f64, single: f32) -> Result<Vec<Value>> {
    let (dims, class) = float_arguments(call.name, &call.args)?;
    let value = match class {
        Class::Single => Value::Single(Array::try_filled(dims, single)?),
        _ => Value::Double(Array::try_filled(dims, double)?),
    };
    Ok(vec![value])
}

fn float_arguments(name: &str, args: &[Value]) -> Result<(Dims, Class)> {
    let (args, kind) = extents::split_kind(args)?;
    let dims = extents::extents(name, args)?;
    let class = match &kind {
        Kind::Default => Class::Double,
        Kind::Class(class) => *class,
        Kind::Like(like) => like.class(),
    };
    if !class.is_float() {
        fail!("{name}: invalid class name");
    }
    Ok((dims, class))
}

/// `eps`: of one argument the distance to the next float.
pub fn eps(call: Call) -> Result<Vec<Value>> {
    let [x] = &call.args[..] else {
        return limit(call, f64::EPSILON, f32::EPSILON);
    };
    let value = match x.clone().full() {
        Value::Char(_) => return limit(call, f64::EPSILON, f32::EPSILON),
        Value::Double(array) => Value::Double(array.map(|&x| distance(x))),
        Value::Single(array) => Value::Single(array.map(|&x| distance_single(x))),
        _ => fail!("eps: X must be of a floating point type"),
    };
    Ok(vec![value])
}

fn distance(x: f64) -> f64 {
    let x = x.abs();
    if !x.is_finite() {
        f64::NAN
    } else if x < f64::MIN_POSITIVE {
        f64::from_bits(1)
    } else {
        // The power of two of the number's exponent, 52 places down.
        f64::from_bits(x.to_bits() & 0x7FF0_0000_0000_0000) * f64::EPSILON
    }
}

fn distance_single(x: f32) -> f32 {
    let x = x.abs();
    if !x.is_finite() {
        f32::NAN
    } else if x < f32::MIN_POSITIVE {
        f32::from_bits(1)
    } else {
        f32::from_bits(x.to_bits() & 0x7F80_0000) * f32::EPSILON
    }
}

/// `true` and `false`.
pub fn truth(call: Call, value: bool) -> Result<Vec<Value>> {
    let (args, kind) = extents::split_kind(&call.args)?;
    if matches!(kind, Kind::Class(class) if class != Class::Bool) {
        fail!("invalid data type specified");
    }
    let dims = extents::extents(call.name, args)?;
    Ok(vec![Value::Bool(Array::try_filled(dims, value)?)])
}

/// An array of one number.
///
/// # Errors
/// Too many elements.
pub fn filled(dims: Dims, class: Class, number: f64) -> Result<Value> {
    Ok(match class {
        Class::Double => Value::Double(Array::try_filled(dims, number)?),
        Class::Single => Value::Single(Array::try_filled(dims, number as f32)?),
        Class::Bool => Value::Bool(Array::try_filled(dims, number != 0.0)?),
        Class::Char => Value::chars(Array::try_filled(dims, number as u8)?),
        Class::I8 => Value::I8(Array::try_filled(dims, number as i8)?),
        Class::I16 => Value::I16(Array::try_filled(dims, number as i16)?),
        Class::I32 => Value::I32(Array::try_filled(dims, number as i32)?),
        Class::I64 => Value::I64(Array::try_filled(dims, number as i64)?),
        Class::U8 => Value::U8(Array::try_filled(dims, number as u8)?),
        Class::U16 => Value::U16(Array::try_filled(dims, number as u16)?),
        Class::U32 => Value::U32(Array::try_filled(dims, number as u32)?),
        Class::U64 => Value::U64(Array::try_filled(dims, number as u64)?),
        Class::Cell | Class::Struct | Class::Handle | Class::Map | Class::Parser => {
            return Err(Error::new("invalid data type specified"));
        }
    })
}

/// `eye`: a diagonal matrix, for integers and logical values a full one.
pub fn eye(call: Call) -> Result<Vec<Value>> {
    let (args, kind) = extents::split_kind(&call.args)?;
    let (Kind::Default | Kind::Class(_)) = kind else {
        return Err(Error::invalid_call("eye"));
    };
    if args.len() > 2 {
        return Err(Error::invalid_call("eye"));
    }
    let dims = eye_extents(args)?;
    let class = if let Kind::Class(class) = kind { class } else { Class::Double };
    let (rows, columns) = (dims.rows(), dims.cols());
    let count = rows.min(columns);
    if class == Class::Char {
        fail!("eye: invalid class name");
    }
    if !class.is_float() || dims.count() < 2 {
        let mut matrix = filled(dims, class, 0.0)?;
        for k in 1..=count {
            let at = (k as f64).into();
            crate::index::set(&mut matrix, &[crate::index::Subscript::clone(&at), at], Value::bool(true))?;
        }
        return Ok(vec![matrix]);
    }
    dims.checked_count()?;
    let ones = filled([count, 1].into(), class, 1.0)?;
    Ok(vec![match ones {
        Value::Double(ones) => Value::Diagonal(Diagonal { rows, columns, elements: ones.into_vec() }),
        elements => Value::Structured(Rc::new(Structured::Diagonal { rows, columns, elements })),
    }])
}

fn eye_extents(args: &[Value]) -> Result<Dims> {
    let dims = match args {
        // One scalar is converted as several are.
        [one] if one.is_scalar() => extents::extents("eye", &[one.clone(), one.clone()])?,
        _ => extents::extents("eye", args)?,
    };
    if dims.rank() > 2 {
        fail!("eye (A): use eye (size (A)) instead");
    }
    Ok(dims)
}

/// `intmax` and `intmin`: of a class that is named or that a value has.
pub fn integer_limit(call: Call, number: fn(Class) -> Option<Value>) -> Result<Vec<Value>> {
    let class_name = match call.args.first() {
        None => "int32".to_string(),
        Some(value) if value.is_text() => value.as_text().unwrap_or_default(),
        Some(value) if value.class().is_integer() => value.class().name().to_string(),
        Some(_) => fail!("{}: argument must be a string or integer variable", call.name),
    };
    let found = extents::class_of_name(&class_name).and_then(number);
    found
        .map(|value| vec![value])
        .ok_or_else(|| Error::new(format!("{}: not defined for '{class_name}' objects", call.name)))
}

macro_rules! integer_limits {
    ($name:ident, $limit:ident) => {
        pub fn $name(class: Class) -> Option<Value> {
            Some(match class {
                Class::I8 => Value::I8(Array::scalar(i8::$limit)),
                Class::I16 => Value::I16(Array::scalar(i16::$limit)),
                Class::I32 => Value::I32(Array::scalar(i32::$limit)),
                Class::I64 => Value::I64(Array::scalar(i64::$limit)),
                Class::U8 => Value::U8(Array::scalar(u8::$limit)),
                Class::U16 => Value::U16(Array::scalar(u16::$limit)),
                Class::U32 => Value::U32(Array::scalar(u32::$limit)),
                Class::U64 => Value::U64(Array::scalar(u64::$limit)),
                _ => return None,
            })
        }
    };
}

integer_limits!(greatest, MAX);
integer_limits!(least, MIN);

/// `flintmax`
pub fn flintmax(call: Call) -> Result<Vec<Value>> {
    let class_name = match call.args.first() {
        None => "double".to_string(),
        Some(value) if value.is_text() => value.as_text().unwrap_or_default(),
        Some(value) => value.class().name().to_string(),
    };
    match class_name.as_str() {
        "double" => Ok(vec![Value::scalar(9_007_199_254_740_992.0)]),
        "single" => Ok(vec![Value::Single(Array::scalar(16_777_216.0))]),
        other => Err(Error::new(format!("flintmax: not defined for class '{other}'"))),
    }
}
