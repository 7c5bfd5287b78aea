//! MAT-files of version 5, read: little-endian ones, compressed or not. Sparse matrices become full ones; objects are not read.

use super::{Variables, broken};
use crate::value::{Array, Class, Complex64, Dims, StructArray, Value};
use crate::{Result, fail, ops};

/// Types of data elements.
pub mod kind {
    pub const INT8: u32 = 1;
    pub const UINT8: u32 = 2;
    pub const INT16: u32 = 3;
    pub const UINT16: u32 = 4;
    pub const INT32: u32 = 5;
    pub const UINT32: u32 = 6;
    pub const SINGLE: u32 = 7;
    pub const DOUBLE: u32 = 9;
    pub const INT64: u32 = 12;
    pub const UINT64: u32 = 13;
    pub const MATRIX: u32 = 14;
    pub const COMPRESSED: u32 = 15;
    pub const UTF8: u32 = 16;
    pub const UTF16: u32 = 17;
    pub const UTF32: u32 = 18;
}

/// Classes of arrays, and flags of them.
pub mod class {
    pub const CELL: u8 = 1;
    pub const STRUCT: u8 = 2;
    pub const CHAR: u8 = 4;
    pub const SPARSE: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const SINGLE: u8 = 7;
    pub const INT8: u8 = 8;
    pub const UINT64: u8 = 15;
    pub const LOGICAL: u8 = 2;
    pub const COMPLEX: u8 = 8;
}

/// Bytes before the first element.
pub const HEADER: usize = 128;

/// Variables that a compressed one may be as long as: files can say anything.
const MOST: usize = 1 << 31;

pub fn is_one(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER && bytes.starts_with(b"MATLAB 5.0") && matches!(&bytes[126..128], b"IM" | b"MI")
}

pub fn read(bytes: &[u8]) -> Result<Variables> {
    if &bytes[126..128] == b"MI" {
        fail!("load: MAT-files of other byte orders cannot be read");
    }
    let mut rest = &bytes[HEADER..];
    let mut all = vec![];
    while rest.len() >= 8 {
        let (kind, data) = element(&mut rest)?;
        match kind {
            kind::MATRIX => all.push(matrix(data)?),
            kind::COMPRESSED => {
                let plain =
                    miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(data, MOST).map_err(|_| broken())?;
                let mut plain = &plain[..];
                let (_, data) = element(&mut plain)?;
                all.push(matrix(data)?);
            }
            _ => {}
        }
    }
    // Variables without a name are parts of others.
    all.retain(|it| !it.0.is_empty());
    Ok(all)
}

fn word(bytes: &[u8], at: usize) -> Result<u32> {
    let four = bytes.get(at..at + 4).ok_or_else(broken)?;
    Ok(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}

/// The next element: its type and its data. Short ones lie in their tag.
fn element<'b>(rest: &mut &'b [u8]) -> Result<(u32, &'b [u8])> {
    let first = word(rest, 0)?;
    if first >> 16 != 0 {
        let data = rest.get(4..4 + (first >> 16) as usize).ok_or_else(broken)?;
        *rest = rest.get(8..).ok_or_else(broken)?;
        return Ok((first & 0xffff, data));
    }
    // Octave says too much of the last variable if that is a short text of several rows.
    let excess = if first == kind::MATRIX { 4 } else { 0 };
    let said = 8usize.saturating_add(word(rest, 4)? as usize);
    let size = if said <= rest.len() + excess { said.min(rest.len()) - 8 } else { said - 8 };
    let data = rest.get(8..8usize.saturating_add(size)).ok_or_else(broken)?;
    let padded = if first == kind::COMPRESSED { size } else { size.next_multiple_of(8) };
    *rest = rest.get(8 + padded..).unwrap_or_default();
    Ok((first, data))
}

/// A `miMATRIX`: its name and value.
fn matrix(mut data: &[u8]) -> Result<(String, Value)> {
    if data.is_empty() {
        return Ok((String::new(), Value::empty()));
    }
    let rest = &mut data;
    let (_, flags) = element(rest)?;
    let flags = word(flags, 0)?;
    let (class, flags) = (flags as u8, (flags >> 8) as u8);
    let (_, extents) = element(rest)?;
    let extents: Vec<usize> =
        extents.chunks_exact(4).map(|it| word(it, 0).map(|it| it as usize)).collect::<Result<_>>()?;
    let dims = Dims::new(&extents);
    dims.checked_count()?;
    let (_, name) = element(rest)?;
    let name = String::from_utf8_lossy(name).into_owned();
    let value = match class {
        class::CELL => Value::cell(Array::new(dims.clone(), parts(rest, dims.count())?)),
        class::STRUCT => structure(rest, dims)?,
        class::CHAR => text(rest, dims)?,
        class::SPARSE => sparse(rest, &dims, flags)?,
        class::DOUBLE..=class::UINT64 => numbers(rest, dims, class, flags)?,
        _ => fail!("load: values of the class of '{name}' cannot be read"),
    };
    Ok((name, value))
}

fn parts(rest: &mut &[u8], count: usize) -> Result<Vec<Value>> {
    let mut values = vec![];
    for _ in 0..count {
        let (_, data) = element(rest)?;
        values.push(matrix(data)?.1);
    }
    Ok(values)
}

fn structure(rest: &mut &[u8], dims: Dims) -> Result<Value> {
    let (_, length) = element(rest)?;
    let length = word(length, 0)? as usize;
    let (_, names) = element(rest)?;
    let end = |name: &[u8]| name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
    let names: Vec<String> =
        names.chunks(length.max(1)).map(|it| String::from_utf8_lossy(&it[..end(it)]).into_owned()).collect();
    let mut structs = StructArray::new(dims.clone());
    for name in &names {
        structs.fields.insert(name.as_str().into(), Array::filled(dims.clone(), Value::empty()));
    }
    for at in 0..dims.count() {
        for name in &names {
            let (_, data) = element(rest)?;
            structs.set(name, at, matrix(data)?.1);
        }
    }
    Ok(Value::structs(structs))
}

/// The numbers of an element, of whatever type it was stored as.
fn doubles(kind: u32, data: &[u8]) -> Result<Vec<f64>> {
    fn each<const N: usize>(data: &[u8], f: fn([u8; N]) -> f64) -> Vec<f64> {
        data.chunks_exact(N).filter_map(|it| it.try_into().ok()).map(f).collect()
    }
    Ok(match kind {
        kind::INT8 => each(data, |it: [u8; 1]| f64::from(it[0] as i8)),
        kind::UINT8 | kind::UTF8 => each(data, |it: [u8; 1]| f64::from(it[0])),
        kind::INT16 => each(data, |it| f64::from(i16::from_le_bytes(it))),
        kind::UINT16 | kind::UTF16 => each(data, |it| f64::from(u16::from_le_bytes(it))),
        kind::INT32 => each(data, |it| f64::from(i32::from_le_bytes(it))),
        kind::UINT32 | kind::UTF32 => each(data, |it| f64::from(u32::from_le_bytes(it))),
        kind::SINGLE => each(data, |it| f64::from(f32::from_le_bytes(it))),
        kind::DOUBLE => each(data, f64::from_le_bytes),
        kind::INT64 => each(data, |it| i64::from_le_bytes(it) as f64),
        kind::UINT64 => each(data, |it| u64::from_le_bytes(it) as f64),
        _ => return Err(broken()),
    })
}

fn next_doubles(rest: &mut &[u8]) -> Result<Vec<f64>> {
    let (kind, data) = element(rest)?;
    doubles(kind, data)
}

fn checked(values: Vec<f64>, dims: &Dims) -> Result<Array<f64>> {
    match values.len() == dims.count() {
        true => Ok(Array::new(dims.clone(), values)),
        false => Err(broken()),
    }
}

fn numbers(rest: &mut &[u8], dims: Dims, class: u8, flags: u8) -> Result<Value> {
    let (kind, data) = element(rest)?;
    if let Some(value) = exact(kind, data, &dims, class) {
        return Ok(value);
    }
    let real = checked(doubles(kind, data)?, &dims)?;
    if flags & class::COMPLEX != 0 {
        let imaginary = checked(next_doubles(rest)?, &dims)?;
        let both = std::iter::zip(real.iter(), imaginary.iter()).map(|(re, im)| Complex64::new(*re, *im));
        let value = Value::Complex(Array::new(dims, both.collect()));
        return if class == class::SINGLE { ops::convert(&value, Class::Single) } else { Ok(value) };
    }
    if flags & class::LOGICAL != 0 {
        return Ok(Value::Bool(real.map(|it| *it != 0.0)));
    }
    const CLASSES: [Class; 10] = [
        Class::Double,
        Class::Single,
        Class::I8,
        Class::U8,
        Class::I16,
        Class::U16,
        Class::I32,
        Class::U32,
        Class::I64,
        Class::U64,
    ];
    ops::convert(&Value::Double(real), CLASSES[usize::from(class - class::DOUBLE)])
}

/// Integers that doubles cannot hold.
fn exact(kind: u32, data: &[u8], dims: &Dims, class: u8) -> Option<Value> {
    let eight = || data.chunks_exact(8).filter_map(|it| it.try_into().ok());
    if data.len() != dims.count().checked_mul(8)? {
        return None;
    }
    match (kind, class) {
        (kind::INT64, 14) => Some(Value::I64(Array::new(dims.clone(), eight().map(i64::from_le_bytes).collect()))),
        (kind::UINT64, 15) => Some(Value::U64(Array::new(dims.clone(), eight().map(u64::from_le_bytes).collect()))),
        _ => None,
    }
}

fn text(rest: &mut &[u8], dims: Dims) -> Result<Value> {
    let codes = next_doubles(rest)?;
    let bytes: Vec<u8> = match codes.iter().all(|it| *it < 128.0) || codes.len() == dims.count() && dims.rows() != 1 {
        true => codes.iter().map(|it| *it as u8).collect(),
        false => codes.iter().filter_map(|it| char::from_u32(*it as u32)).collect::<String>().into_bytes(),
    };
    let dims = if dims.rows() == 1 { [1, bytes.len()].into() } else { dims };
    match bytes.len() == dims.count() {
        true => Ok(Value::chars(Array::new(dims, bytes))),
        false => Err(broken()),
    }
}

fn sparse(rest: &mut &[u8], dims: &Dims, flags: u8) -> Result<Value> {
    let rows = next_doubles(rest)?;
    let columns = next_doubles(rest)?;
    let values = next_doubles(rest)?;
    let mut full = vec![0.0; dims.checked_count()?];
    for (column, bounds) in columns.windows(2).enumerate() {
        for at in bounds[0] as usize..bounds[1] as usize {
            let (Some(row), Some(value)) = (rows.get(at), values.get(at)) else { return Err(broken()) };
            *full.get_mut(column * dims.rows() + *row as usize).ok_or_else(broken)? = *value;
        }
    }
    let full = Array::new(dims.clone(), full);
    match flags & class::LOGICAL != 0 {
        true => Ok(Value::Bool(full.map(|it| *it != 0.0))),
        false => Ok(Value::Double(full)),
    }
}
