//! Conversion between classes: `double`, `int8`, `cast`, `typecast` and their kin. Rounding and saturation are in `ops`.

use super::extents::class_of_name;
use super::operators::truth;
use crate::builtins::Call;
use crate::value::{Array, Class, Complex32, Complex64, Dims, Structured, Value};
use crate::{Error, Result, fail, ops};
use std::rc::Rc;

/// `double`, `single`, `int8`, ..., named as their class.
pub fn to_class(mut call: Call, class: Class) -> Result<Vec<Value>> {
    let value = call.args.swap_remove(0);
    converted(value, class).map(|value| vec![value])
}

fn converted(value: Value, class: Class) -> Result<Value> {
    let is_possible = value.is_number_like() && !(class.is_integer() && value.is_complex());
    if !is_possible {
        fail!("invalid conversion from {} to {}", value.kind_name(), class.name());
    }
    if let (Value::Range(range), Class::Double) = (&value, class) {
        return Ok(Value::Double(range.to_array()));
    }
    if value.class() == class {
        return Ok(value);
    }
    match (value, class) {
        (Value::Diagonal(diagonal), Class::Single) => {
            let elements = Value::Single(Array::column(diagonal.elements.iter().map(|&x| x as f32).collect()));
            let matrix = Structured::Diagonal { rows: diagonal.rows, columns: diagonal.columns, elements };
            Ok(Value::Structured(Rc::new(matrix)))
        }
        (value, _) => ops::convert(&value.full(), class),
    }
}

pub fn logical(call: Call) -> Result<Vec<Value>> {
    Ok(vec![truth(&call.args[0])?])
}

/// `cast (x, class)`, `cast (x, "like", y)`
pub fn cast(mut call: Call) -> Result<Vec<Value>> {
    let value = call.args.swap_remove(0);
    // The last argument is the first one now.
    let class = match &call.args[..] {
        [like, _] if call.args.len() == 2 => like.class(),
        [name] => {
            let Some(name) = name.as_text() else {
                fail!("cast: TYPE must be a string");
            };
            match class_of_name(&name) {
                Some(class) => class,
                None => fail!("cast: type conversion to '{name}' is not supported"),
            }
        }
        _ => return Err(Error::invalid_call("cast")),
    };
    if !value.is_number_like() {
        fail!("cast: type conversion from '{}' is not supported", value.class().name());
    }
    let result = match class {
        Class::Bool => truth(&value)?,
        Class::Char => ops::convert(&value.full(), Class::Char)?,
        class => converted(value, class)?,
    };
    Ok(vec![result])
}

/// The bytes of a value's elements, and how many one element has.
fn bytes_of(value: &Value) -> Option<(Vec<u8>, usize)> {
    fn flat<T: Copy, const N: usize>(array: &Array<T>, bytes: fn(T) -> [u8; N]) -> (Vec<u8>, usize) {
        (array.iter().flat_map(|&x| bytes(x)).collect(), N)
    }
    Some(match value {
        Value::Double(array) => flat(array, f64::to_ne_bytes),
        Value::Single(array) => flat(array, f32::to_ne_bytes),
        Value::Bool(array) => flat(array, |x| [u8::from(x)]),
        Value::Char(chars) => flat(&chars.bytes, |x| [x]),
        Value::I8(array) => flat(array, i8::to_ne_bytes),
        Value::I16(array) => flat(array, i16::to_ne_bytes),
        Value::I32(array) => flat(array, i32::to_ne_bytes),
        Value::I64(array) => flat(array, i64::to_ne_bytes),
        Value::U8(array) => flat(array, |x| [x]),
        Value::U16(array) => flat(array, u16::to_ne_bytes),
        Value::U32(array) => flat(array, u32::to_ne_bytes),
        Value::U64(array) => flat(array, u64::to_ne_bytes),
        Value::Complex(array) => (array.iter().flat_map(|x| [x.re, x.im]).flat_map(f64::to_ne_bytes).collect(), 16),
        Value::SingleComplex(array) => {
            (array.iter().flat_map(|x| [x.re, x.im]).flat_map(f32::to_ne_bytes).collect(), 8)
        }
        Value::Range(_) | Value::Diagonal(_) | Value::Structured(_) => return bytes_of(&value.clone().full()),
        Value::Cell(_) | Value::Struct(_) | Value::Handle(_) | Value::Map(_) | Value::Parser(_) => return None,
    })
}

/// `typecast (x, class)`: the same bytes.
pub fn typecast(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let Some((bytes, _)) = bytes_of(value) else {
        fail!("typecast: invalid input CLASS: {}", value.class().name());
    };
    let name = call.args[1].as_text().unwrap_or_default();
    let dims = value.dims();
    let is_row = dims.rows() == 1 && dims.rank() == 2;
    let is_empty = dims.rows() == 0 && dims.cols() == 0;
    let shape = move |count: usize| -> Dims {
        match (is_empty, is_row) {
            (true, _) => [0, 0].into(),
            (_, true) => [1, count].into(),
            _ => [count, 1].into(),
        }
    };
    from_bytes(&bytes, &name, shape).map(|value| vec![value])
}

fn from_bytes(bytes: &[u8], class: &str, shape: impl Fn(usize) -> Dims) -> Result<Value> {
    fn split<T, const N: usize>(
        bytes: &[u8],
        shape: impl Fn(usize) -> Dims,
        of: impl Fn([u8; N]) -> T,
    ) -> Result<Array<T>> {
        let (chunks, rest) = bytes.as_chunks::<N>();
        if !rest.is_empty() {
            fail!("typecast: incorrect number of input values to make output value");
        }
        Ok(Array::new(shape(chunks.len()), chunks.iter().map(|&chunk| of(chunk)).collect()))
    }
    let half = |chunk: &[u8]| <[u8; 8]>::try_from(chunk).map(f64::from_ne_bytes).unwrap_or_default();
    let quarter = |chunk: &[u8]| <[u8; 4]>::try_from(chunk).map(f32::from_ne_bytes).unwrap_or_default();
    Ok(match class {
        "double" => Value::Double(split(bytes, shape, f64::from_ne_bytes)?),
        "single" => Value::Single(split(bytes, shape, f32::from_ne_bytes)?),
        "char" => Value::chars(split(bytes, shape, |[x]: [u8; 1]| x)?),
        "int8" => Value::I8(split(bytes, shape, i8::from_ne_bytes)?),
        "int16" => Value::I16(split(bytes, shape, i16::from_ne_bytes)?),
        "int32" => Value::I32(split(bytes, shape, i32::from_ne_bytes)?),
        "int64" => Value::I64(split(bytes, shape, i64::from_ne_bytes)?),
        "uint8" => Value::U8(split(bytes, shape, u8::from_ne_bytes)?),
        "uint16" => Value::U16(split(bytes, shape, u16::from_ne_bytes)?),
        "uint32" => Value::U32(split(bytes, shape, u32::from_ne_bytes)?),
        "uint64" => Value::U64(split(bytes, shape, u64::from_ne_bytes)?),
        "double complex" => {
            Value::Complex(split(bytes, shape, |chunk: [u8; 16]| Complex64::new(half(&chunk[..8]), half(&chunk[8..])))?)
        }
        "single complex" => Value::SingleComplex(split(bytes, shape, |chunk: [u8; 8]| {
            Complex32::new(quarter(&chunk[..4]), quarter(&chunk[4..]))
        })?),
        other => return Err(Error::new(format!("typecast: cannot convert to {other} class"))),
    })
}

/// `swapbytes`
pub fn swapbytes(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let class = value.class();
    let (true, Some((mut bytes, size))) = (class.is_integer() || class.is_float(), bytes_of(&value)) else {
        fail!("swapbytes: invalid object of class '{}'", class.name());
    };
    let dims = value.dims();
    if value.is_complex() {
        fail!("reshape: can't reshape 1x{} array to {}x{} array", bytes.len(), size / 2, dims.count());
    }
    bytes.chunks_mut(size).for_each(<[u8]>::reverse);
    from_bytes(&bytes, class.name(), |_| dims.clone()).map(|value| vec![value])
}

/// The number of bytes of a value's elements.
pub fn size_in_bytes(value: &Value) -> usize {
    match value {
        Value::Cell(cells) => cells.iter().map(size_in_bytes).sum(),
        Value::Struct(structs) => structs.fields.values().flat_map(Array::iter).map(size_in_bytes).sum(),
        // Base, step and limit.
        Value::Range(_) => 24,
        Value::Diagonal(diagonal) => diagonal.elements.len() * 8,
        Value::Structured(matrix) => match &**matrix {
            Structured::Permutation { columns } => columns.len() * 8,
            Structured::Diagonal { elements, .. } => size_in_bytes(elements),
        },
        Value::Handle(_) | Value::Map(_) | Value::Parser(_) => 0,
        _ => bytes_of_element(value) * value.count(),
    }
}

fn bytes_of_element(value: &Value) -> usize {
    let real = match value.class() {
        Class::Double | Class::I64 | Class::U64 => 8,
        Class::Single | Class::I32 | Class::U32 => 4,
        Class::I16 | Class::U16 => 2,
        Class::Bool | Class::Char | Class::I8 | Class::U8 => 1,
        Class::Cell | Class::Struct | Class::Handle | Class::Map | Class::Parser => 0,
    };
    if value.is_complex() { 2 * real } else { real }
}
