//! Reading from open files: lines, numbers by templates, binary elements.

use super::open::File;
use crate::builtins::Call;
use crate::builtins::strings::{scan, text};
use crate::value::{Array, Class, Value};
use crate::{Error, Result, fail, format, ops};

/// The next line with its newline.
fn line(file: &mut File, most: usize) -> Option<Vec<u8>> {
    let rest = file.rest();
    if rest.is_empty() {
        file.ended = true;
        return None;
    }
    let length = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1).min(most.max(1));
    let line = rest[..length].to_vec();
    file.advance(length);
    file.ended = file.rest().is_empty();
    Some(line)
}

/// `fgetl` and `fgets`: -1 at the end.
pub fn fgetl(call: Call) -> Result<Vec<Value>> {
    let Call { session, name, args, .. } = call;
    let end = || Ok(vec![Value::scalar(-1.0), Value::scalar(0.0)]);
    if args[0].as_scalar().is_some_and(|number| (0.0..=2.0).contains(&number)) {
        return end();
    }
    let most = args.get(1).and_then(Value::as_scalar).map_or(usize::MAX, |most| most as usize);
    let file = session.state().files.get(name, &args[0])?;
    let Some(mut line) = line(file, most) else {
        return end();
    };
    if name == "fgetl" && line.last() == Some(&b'\n') {
        line.pop();
    }
    let length = Value::scalar(line.len() as f64);
    Ok(vec![Value::text(line), length])
}

pub fn fskipl(call: Call) -> Result<Vec<Value>> {
    let most = call.args.get(1).and_then(Value::as_scalar).unwrap_or(1.0);
    let file = call.session.state().files.get("fskipl", &call.args[0])?;
    let mut count = 0.0;
    while count < most {
        match line(file, usize::MAX) {
            Some(line) if line.last() == Some(&b'\n') => count += 1.0,
            _ => break,
        }
    }
    Ok(vec![Value::scalar(count)])
}

pub fn fileread(call: Call) -> Result<Vec<Value>> {
    let Some(name) = call.args[0].as_text().filter(|_| call.args[0].is_text()) else {
        fail!("fileread: FILENAME argument must be a string");
    };
    match std::fs::read(name) {
        Ok(bytes) => Ok(vec![text::row(bytes)]),
        Err(_) => fail!("fileread: cannot open file"),
    }
}

pub fn fscanf(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let Value::Char(template) = &args[1] else {
        fail!("fscanf: format TEMPLATE must be a string");
    };
    let template = match template.double_quoted {
        true => template.bytes.as_slice().to_vec(),
        false => format::unescape(template.bytes.as_slice()),
    };
    let file = session.state().files.get("fscanf", &args[0])?;
    let input = file.rest().to_vec();
    if args.get(2).is_some_and(|size| size.as_bytes() == Some(b"C") && size.is_text()) {
        let (values, consumed) = scan::each("fscanf", &input, &template)?;
        file.advance(consumed);
        file.ended = file.rest().is_empty();
        return Ok(values);
    }
    let outcome = scan::scan("fscanf", &input, &template, args.get(2))?;
    file.advance(outcome.consumed);
    file.ended = file.rest().is_empty();
    Ok(vec![outcome.value, Value::scalar(outcome.count as f64), Value::text(outcome.message)])
}

/// How an element is stored: its size, and whether it is a float or has a sign.
#[derive(Clone, Copy)]
pub struct Stored {
    pub size: usize,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Float,
    Signed,
    Unsigned,
}

/// The storage and class of a name such as `int16`, `float32` or `uchar`.
pub fn stored(name: &str) -> Option<(Stored, Class)> {
    use Kind::{Float, Signed, Unsigned};
    let (size, kind, class) = match name {
        "uint8" | "uchar" | "unsigned char" => (1, Unsigned, Class::U8),
        "char" | "char*1" => (1, Unsigned, Class::Char),
        "int8" | "schar" | "signed char" | "integer*1" => (1, Signed, Class::I8),
        "int16" | "short" | "integer*2" => (2, Signed, Class::I16),
        "uint16" | "ushort" | "unsigned short" => (2, Unsigned, Class::U16),
        "int32" | "int" | "integer*4" => (4, Signed, Class::I32),
        "uint32" | "uint" | "unsigned int" => (4, Unsigned, Class::U32),
        "int64" | "long" | "integer*8" => (8, Signed, Class::I64),
        "uint64" | "ulong" | "unsigned long" => (8, Unsigned, Class::U64),
        "single" | "float" | "float32" | "real*4" => (4, Float, Class::Single),
        "double" | "float64" | "real*8" => (8, Float, Class::Double),
        "logical" => (1, Unsigned, Class::Bool),
        _ => return None,
    };
    Some((Stored { size, kind }, class))
}

/// `uint8=>char`, `*char`, `int16`: storage, and class of the result.
fn precision(text: &str) -> Result<(Stored, Class)> {
    let wrong = || Error::new("fread: invalid PRECISION specified");
    if let Some(name) = text.strip_prefix('*') {
        return stored(name).ok_or_else(wrong);
    }
    match text.split_once("=>") {
        Some((input, output)) => {
            let input = stored(input.trim()).ok_or_else(wrong)?;
            let output = stored(output.trim()).ok_or_else(wrong)?;
            Ok((input.0, output.1))
        }
        None => stored(text).map(|(stored, _)| (stored, Class::Double)).ok_or_else(wrong),
    }
}

fn element(bytes: &[u8], stored: Stored, is_big_endian: bool) -> f64 {
    let mut bits = 0u64;
    for k in 0..stored.size {
        let byte = bytes[if is_big_endian { stored.size - 1 - k } else { k }];
        bits |= u64::from(byte) << (8 * k);
    }
    let unused = 64 - 8 * stored.size as u32;
    match stored.kind {
        Kind::Float if stored.size == 4 => f64::from(f32::from_bits(bits as u32)),
        Kind::Float => f64::from_bits(bits),
        Kind::Signed => ((bits << unused) as i64 >> unused) as f64,
        Kind::Unsigned => bits as f64,
    }
}

/// `fread(file, [size], [precision], [skip], [order])`
pub fn fread(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let mut rest = &args[1..];
    let mut size = vec![f64::INFINITY];
    if let Some((first, after)) = rest.split_first()
        && !first.is_text()
    {
        size = first.to_doubles().map(Array::into_vec).unwrap_or_default();
        rest = after;
    }
    let (stored, class) = match rest.first().and_then(Value::as_text) {
        Some(text) => precision(&text)?,
        None => (Stored { size: 1, kind: Kind::Unsigned }, Class::Double),
    };
    let skip = rest.get(1).and_then(Value::as_count).unwrap_or(0);
    let order = rest.get(2).and_then(Value::as_text);
    let file = session.state().files.get("fread", &args[0])?;
    let is_big_endian = order.map_or(file.is_big_endian, |order| order == "ieee-be" || order == "b");
    let (rows, most) = match size[..] {
        [count] => (None, count),
        [rows, columns] => (Some(rows.max(0.0) as usize), rows * columns),
        _ => fail!("fread: invalid SIZE specification"),
    };
    let mut values = vec![];
    while (values.len() as f64) < most {
        let rest = file.rest();
        if rest.len() < stored.size {
            file.ended = true;
            break;
        }
        values.push(element(&rest[..stored.size], stored, is_big_endian));
        file.advance(stored.size + skip);
    }
    let count = values.len();
    let dims = match rows {
        _ if count == 0 => [0, 0],
        None => [count, 1],
        Some(rows) if count < rows => [count, 1],
        Some(rows) => [rows, count.div_ceil(rows.max(1))],
    };
    values.resize(dims[0] * dims[1], 0.0);
    let value = Value::Double(Array::new(dims.into(), values));
    let value = if class == Class::Double { value } else { ops::convert(&value, class)? };
    Ok(vec![value, Value::scalar(count as f64)])
}
