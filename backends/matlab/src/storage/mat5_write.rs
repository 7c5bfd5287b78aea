//! MAT-files of version 5, written.

use super::mat5::{HEADER, class, kind};
use super::no_form;
use crate::Result;
use crate::value::{Array, StructArray, Value};

pub fn write(variables: &[(String, Value)], compressed: bool) -> Result<Vec<u8>> {
    let mut out = b"MATLAB 5.0 MAT-file, written by Raddle".to_vec();
    out.resize(HEADER - 4, b' ');
    out.extend([0, 1, b'I', b'M']);
    for (name, value) in variables {
        let mut variable = vec![];
        matrix(&mut variable, name, value)?;
        match compressed {
            true => {
                let packed = miniz_oxide::deflate::compress_to_vec_zlib(&variable, 6);
                tag(&mut out, kind::COMPRESSED, packed.len());
                out.extend(packed);
            }
            false => out.extend(variable),
        }
    }
    Ok(out)
}

fn tag(out: &mut Vec<u8>, kind: u32, size: usize) {
    out.extend(kind.to_le_bytes());
    out.extend((size as u32).to_le_bytes());
}

/// An element, padded to eight bytes.
fn element(out: &mut Vec<u8>, kind: u32, data: &[u8]) {
    if (1..=4).contains(&data.len()) {
        out.extend((kind | (data.len() as u32) << 16).to_le_bytes());
        out.extend(data);
        out.resize(out.len() + 4 - data.len(), 0);
        return;
    }
    tag(out, kind, data.len());
    out.extend(data);
    out.resize(out.len().next_multiple_of(8), 0);
}

fn matrix(out: &mut Vec<u8>, name: &str, value: &Value) -> Result<()> {
    let value = value.clone().full();
    let start = out.len();
    tag(out, kind::MATRIX, 0);
    let (class, flags) = class_of(&value)?;
    let word = u32::from(class) | u32::from(flags) << 8;
    element(out, kind::UINT32, &[word.to_le_bytes(), 0u32.to_le_bytes()].concat());
    let extents: Vec<u8> = value.dims().as_slice().iter().flat_map(|it| (*it as u32).to_le_bytes()).collect();
    element(out, kind::INT32, &extents);
    element(out, kind::INT8, name.as_bytes());
    contents(out, &value)?;
    let size = (out.len() - start - 8) as u32;
    out[start + 4..start + 8].copy_from_slice(&size.to_le_bytes());
    Ok(())
}

fn class_of(value: &Value) -> Result<(u8, u8)> {
    Ok(match value {
        Value::Cell(_) => (class::CELL, 0),
        Value::Struct(_) => (class::STRUCT, 0),
        Value::Char(_) => (class::CHAR, 0),
        Value::Double(_) => (class::DOUBLE, 0),
        Value::Complex(_) => (class::DOUBLE, class::COMPLEX),
        Value::Single(_) => (class::SINGLE, 0),
        Value::SingleComplex(_) => (class::SINGLE, class::COMPLEX),
        Value::I8(_) => (class::INT8, 0),
        Value::U8(_) => (class::INT8 + 1, 0),
        Value::Bool(_) => (class::INT8 + 1, class::LOGICAL),
        Value::I16(_) => (class::INT8 + 2, 0),
        Value::U16(_) => (class::INT8 + 3, 0),
        Value::I32(_) => (class::INT8 + 4, 0),
        Value::U32(_) => (class::INT8 + 5, 0),
        Value::I64(_) => (class::INT8 + 6, 0),
        Value::U64(_) => (class::UINT64, 0),
        Value::Handle(_)
        | Value::Map(_)
        | Value::Parser(_)
        | Value::Range(_)
        | Value::Diagonal(_)
        | Value::Structured(_) => {
            return Err(no_form(value));
        }
    })
}

fn contents(out: &mut Vec<u8>, value: &Value) -> Result<()> {
    macro_rules! plain {
        ($kind:ident, $array:expr) => {
            element(out, kind::$kind, &bytes_of($array, |it| it.to_le_bytes().to_vec()))
        };
    }
    match value {
        Value::Double(array) => plain!(DOUBLE, array),
        Value::Single(array) => plain!(SINGLE, array),
        Value::I8(array) => plain!(INT8, array),
        Value::I16(array) => plain!(INT16, array),
        Value::I32(array) => plain!(INT32, array),
        Value::I64(array) => plain!(INT64, array),
        Value::U8(array) => plain!(UINT8, array),
        Value::U16(array) => plain!(UINT16, array),
        Value::U32(array) => plain!(UINT32, array),
        Value::U64(array) => plain!(UINT64, array),
        Value::Bool(array) => element(out, kind::UINT8, &bytes_of(array, |it| vec![u8::from(*it)])),
        Value::Complex(array) => {
            plain!(DOUBLE, &array.map(|it| it.re));
            plain!(DOUBLE, &array.map(|it| it.im));
        }
        Value::SingleComplex(array) => {
            plain!(SINGLE, &array.map(|it| it.re));
            plain!(SINGLE, &array.map(|it| it.im));
        }
        Value::Char(chars) => element(out, kind::UINT16, &bytes_of(&chars.bytes, |it| vec![*it, 0])),
        Value::Cell(cells) => cells.iter().try_for_each(|it| matrix(out, "", it))?,
        Value::Struct(structs) => structure(out, structs)?,
        other => return Err(no_form(other)),
    }
    Ok(())
}

fn bytes_of<T>(array: &Array<T>, bytes: impl Fn(&T) -> Vec<u8>) -> Vec<u8> {
    array.iter().flat_map(bytes).collect()
}

fn structure(out: &mut Vec<u8>, structs: &StructArray) -> Result<()> {
    let length = structs.fields.keys().map(|it| it.len() + 1).max().unwrap_or(1);
    element(out, kind::INT32, &(length as u32).to_le_bytes());
    let mut names = vec![];
    for name in structs.fields.keys() {
        names.extend(name.as_bytes());
        names.resize(names.len().next_multiple_of(length), 0);
    }
    element(out, kind::INT8, &names);
    for at in 0..structs.count() {
        for field in structs.fields.values() {
            matrix(out, "", &field.as_slice()[at])?;
        }
    }
    Ok(())
}
