//! Integers in other bases than ten, and back.

use crate::builtins::Call;
use crate::value::{Array, Value};
use crate::{Error, Result, fail};

const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

pub(super) fn dec2base(call: Call) -> Result<Vec<Value>> {
    let numbers = numbers(&call.args[0], "dec2base: input must be real non-negative integers")?;
    let numbers: Vec<_> = numbers.into_iter().map(|x| if x < 0 { None } else { Some(x as u128) }).collect();
    let Some(numbers) = numbers.into_iter().collect::<Option<Vec<_>>>() else {
        fail!("dec2base: input must be real non-negative integers");
    };
    let symbols = symbols(
        "dec2base: BASE must be an integer between 2 and 36, or a string of symbols",
        "dec2base",
        &call.args[1],
    )?;
    in_base(&numbers, &symbols, call.args.get(2))
}

pub(super) fn dec2bin(call: Call) -> Result<Vec<Value>> {
    two_complement(&call, b"01")
}

pub(super) fn dec2hex(call: Call) -> Result<Vec<Value>> {
    two_complement(&call, &DIGITS[..16])
}

/// Negative numbers show as those of 8, 16, 32 or 64 bits.
fn two_complement(call: &Call, symbols: &[u8]) -> Result<Vec<Value>> {
    let message = format!("{}: input must be integers", call.name);
    if matches!(call.args[0], Value::Bool(_) | Value::Char(_)) {
        fail!("{message}");
    }
    let numbers = numbers(&call.args[0], &message)?;
    let least = numbers.iter().copied().min().unwrap_or(0);
    let bits = [8, 16, 32, 64].into_iter().find(|bits| least >= -(1i128 << (bits - 1))).unwrap_or(64);
    let numbers: Vec<_> = numbers.into_iter().map(|x| if x < 0 { x + (1i128 << bits) } else { x } as u128).collect();
    in_base(&numbers, symbols, call.args.get(1))
}

/// Integers of a numeric array, or of a cell array of numbers.
fn numbers(value: &Value, message: &str) -> Result<Vec<i128>> {
    let integer = |x: f64| if x.fract() == 0.0 && x.abs() < 1e30 { Ok(x as i128) } else { Err(Error::new(message)) };
    match value {
        Value::Cell(cells) => {
            let parts = cells.iter().map(|cell| numbers(cell, message)).collect::<Result<Vec<_>>>()?;
            Ok(parts.concat())
        }
        Value::I64(array) => Ok(array.iter().map(|&x| x.into()).collect()),
        Value::U64(array) => Ok(array.iter().map(|&x| x.into()).collect()),
        Value::Char(_) => fail!("{message}"),
        other => match other.to_doubles() {
            Some(array) => array.iter().map(|&x| integer(x)).collect(),
            None => fail!("{message}"),
        },
    }
}

fn symbols(message: &str, who: &str, base: &Value) -> Result<Vec<u8>> {
    if let Value::Char(text) = base {
        let symbols = text.bytes.as_slice();
        if symbols.iter().any(u8::is_ascii_whitespace) {
            fail!("{who}: whitespace characters are not valid symbols");
        }
        let mut sorted = symbols.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != symbols.len() {
            fail!("{who}: symbols representing digits must be unique");
        }
        if symbols.len() < 2 {
            return Err(Error::with_id(
                "Octave:bad-alloc",
                "out of memory or dimension too large for Octave's index type",
            ));
        }
        return Ok(symbols.to_vec());
    }
    match base.as_scalar().filter(|x| base.is_scalar() && x.fract() == 0.0 && (2.0..=36.0).contains(x)) {
        Some(base) => Ok(DIGITS[..base as usize].to_vec()),
        None => fail!("{message}"),
    }
}

/// One row per number, with zeros in front.
fn in_base(numbers: &[u128], symbols: &[u8], least: Option<&Value>) -> Result<Vec<Value>> {
    let least = match least {
        None => 0,
        Some(value) => match value.as_count() {
            Some(least) => least,
            None => fail!("dec2base: LEN must be a non-negative integer"),
        },
    };
    if numbers.is_empty() {
        let message = "retval(_,1): out of bound 0 (dimensions are 0x0)";
        return Err(Error::with_id("Octave:index-out-of-bounds", message));
    }
    let texts: Vec<_> = numbers.iter().map(|&number| digits_of(number, symbols)).collect();
    let width = texts.iter().map(Vec::len).max().unwrap_or(0).max(least);
    Ok(vec![rows(&texts, width, |text, column| {
        let lead = width - text.len();
        if column < lead { symbols[0] } else { text[column - lead] }
    })])
}

fn digits_of(mut number: u128, symbols: &[u8]) -> Vec<u8> {
    let base = symbols.len() as u128;
    let mut digits = vec![];
    while number > 0 || digits.is_empty() {
        digits.push(symbols[(number % base) as usize]);
        number /= base;
    }
    digits.reverse();
    digits
}

/// A char matrix of a row per text.
fn rows(texts: &[Vec<u8>], width: usize, at: impl Fn(&[u8], usize) -> u8) -> Value {
    let bytes = (0..width).flat_map(|column| texts.iter().map(move |text| (column, text))).map(|(c, text)| at(text, c));
    Value::chars(Array::new([texts.len(), width].into(), bytes.collect()))
}

pub(super) fn base2dec(call: Call) -> Result<Vec<Value>> {
    let texts = texts(&call.args[0])?;
    if let Value::Char(_) = call.args[1] {
        let symbols = match symbols("", "base2dec", &call.args[1]) {
            Err(error) if error.identifier.is_empty() => return Err(error),
            symbols => symbols.unwrap_or_default(),
        };
        let digit = |byte: u8| symbols.iter().position(|&symbol| symbol == byte);
        return Ok(vec![values(&texts, symbols.len() as f64, digit)]);
    }
    let Some(base) = call.args[1].as_scalar().filter(|base| (2.0..=36.0).contains(base)) else {
        fail!("base2dec: BASE must be between 2 and 36, or a string of symbols");
    };
    Ok(vec![values(&texts, base, |byte| digit_of(byte, base))])
}

pub(super) fn bin2dec(call: Call) -> Result<Vec<Value>> {
    Ok(vec![values(&texts(&call.args[0])?, 2.0, |byte| digit_of(byte, 2.0))])
}

pub(super) fn hex2dec(call: Call) -> Result<Vec<Value>> {
    Ok(vec![values(&texts(&call.args[0])?, 16.0, |byte| digit_of(byte, 16.0))])
}

fn digit_of(byte: u8, base: f64) -> Option<usize> {
    let digit = DIGITS.iter().position(|&symbol| symbol == byte.to_ascii_uppercase())?;
    ((digit as f64) < base).then_some(digit)
}

/// The rows of a char matrix, or the cells of an array of texts.
fn texts(value: &Value) -> Result<Vec<Vec<u8>>> {
    let message = "base2dec: S must be a string or cellstring";
    match value {
        Value::Char(text) => {
            let (rows, columns) = (text.bytes.dims().rows(), text.bytes.dims().cols());
            let bytes = text.bytes.as_slice();
            Ok((0..rows).map(|i| (0..columns).map(|j| bytes[j * rows + i]).collect()).collect())
        }
        Value::Cell(cells) => {
            cells.iter().map(|cell| cell.as_bytes().map(<[u8]>::to_vec).ok_or_else(|| Error::new(message))).collect()
        }
        _ => fail!("{message}"),
    }
}

/// A column of numbers; NaN for a text with other bytes than digits and blanks.
fn values(texts: &[Vec<u8>], base: f64, digit: impl Fn(u8) -> Option<usize>) -> Value {
    let value = |text: &Vec<u8>| {
        text.iter()
            .filter(|byte| !byte.is_ascii_whitespace())
            .try_fold(0.0, |value, &byte| digit(byte).map(|digit| value * base + digit as f64))
            .unwrap_or(f64::NAN)
    };
    Value::column(texts.iter().map(value).collect())
}
