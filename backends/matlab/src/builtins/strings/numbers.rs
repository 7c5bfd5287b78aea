//! Texts to numbers: `str2double` and `str2num`.

use super::scan::stream_number;
use super::text;
use crate::Result;
use crate::builtins::Call;
use crate::value::{Array, Complex64, Value};
use crate::fail;

pub fn str2double(call: Call) -> Result<Vec<Value>> {
    let nan = Complex64::new(f64::NAN, 0.0);
    let value = match &call.args[0] {
        Value::Char(chars) => match text::rows(&chars.bytes) {
            rows if rows.is_empty() || chars.bytes.is_empty() => Array::scalar(nan),
            rows => Array::column(rows.iter().map(|row| number(row)).collect()),
        },
        Value::Cell(cells) => cells.map(|cell| cell.as_bytes().map_or(nan, number)),
        other if other.is_empty() && matches!(other, Value::Cell(_)) => Array::default(),
        _ => Array::scalar(nan),
    };
    Ok(vec![Value::Complex(value).narrow()])
}

/// A part of a number: `2`, `-3i`, `i*2`.
struct Part {
    value: f64,
    is_imaginary: bool,
    signed: bool,
}

/// A number as `str2double` takes it, NaN for other texts. What follows a second part is not looked at.
pub fn number(text: &[u8]) -> Complex64 {
    let nan = Complex64::new(f64::NAN, 0.0);
    let bytes: Vec<u8> = text.iter().copied().filter(|&byte| byte != b',').collect();
    let mut rest = &bytes[..];
    let Some(first) = part(&mut rest) else {
        return nan;
    };
    skip_space(&mut rest);
    let mut sum = Complex64::default();
    let mut add = |part: &Part| if part.is_imaginary { sum.im = part.value } else { sum.re = part.value };
    add(&first);
    if !rest.is_empty() {
        match part(&mut rest) {
            Some(second) if second.signed && second.is_imaginary != first.is_imaginary => add(&second),
            _ => return nan,
        }
    }
    sum
}

fn skip_space(rest: &mut &[u8]) {
    while rest.first().is_some_and(|&byte| text::is_space(byte)) {
        *rest = &rest[1..];
    }
}

fn is_unit(rest: &[u8]) -> bool {
    matches!(rest.first(), Some(b'i' | b'j')) && !starts_with_infinity(rest)
}

fn starts_with_infinity(rest: &[u8]) -> bool {
    matches!(rest, [b'i' | b'I', b'n' | b'N', b'f' | b'F', ..])
}

fn part(rest: &mut &[u8]) -> Option<Part> {
    skip_space(rest);
    let sign = match rest.first() {
        Some(b'-') => Some(-1.0),
        Some(b'+') => Some(1.0),
        _ => None,
    };
    if sign.is_some() {
        *rest = &rest[1..];
        skip_space(rest);
    }
    let (magnitude, is_imaginary) = if is_unit(rest) {
        *rest = &rest[1..];
        (times_number(rest)?, true)
    } else {
        let value = plain(rest)?;
        (value, times_unit(rest)?)
    };
    // A missing value has no sign.
    let magnitude = if sign == Some(-1.0) && magnitude.is_nan() { f64::NAN } else { magnitude };
    Some(Part { value: sign.unwrap_or(1.0) * magnitude, is_imaginary, signed: sign.is_some() })
}

/// After `i`: `*2` or nothing.
fn times_number(rest: &mut &[u8]) -> Option<f64> {
    let mut after = *rest;
    skip_space(&mut after);
    if after.first() != Some(&b'*') {
        return Some(1.0);
    }
    *rest = &after[1..];
    skip_space(rest);
    plain(rest)
}

/// After a number: `i`, `*i` or nothing.
fn times_unit(rest: &mut &[u8]) -> Option<bool> {
    let mut after = *rest;
    skip_space(&mut after);
    let has_star = after.first() == Some(&b'*');
    if has_star {
        after = &after[1..];
        skip_space(&mut after);
    }
    if matches!(after.first(), Some(b'i' | b'j')) {
        *rest = &after[1..];
        return Some(true);
    }
    (!has_star).then_some(false)
}

fn plain(rest: &mut &[u8]) -> Option<f64> {
    let named = match *rest {
        text if starts_with_infinity(text) => Some((3, f64::INFINITY)),
        [b'N', b'a', b'N', ..] => Some((3, f64::NAN)),
        [b'N', b'A', ..] => Some((2, super::scan::NA)),
        _ => None,
    };
    let (length, value) = match named {
        Some(found) => found,
        // A stream takes no number that is too large.
        None => stream_number(rest).filter(|(_, value)| value.is_finite())?,
    };
    *rest = &rest[length..];
    Some(value)
}

/// `str2num`: the text is evaluated between brackets.
pub fn str2num(call: Call) -> Result<Vec<Value>> {
    let Value::Char(chars) = &call.args[0] else {
        fail!("str2num: S must be a string or string array");
    };
    let rows = text::rows(&chars.bytes);
    let code = [b"[", rows.join(&b';').as_slice(), b"]"].concat();
    let values = call.session.call(&Value::text("eval"), vec![Value::text(code)], 1);
    Ok(match values.ok().and_then(|values| values.into_iter().next()) {
        Some(value) => vec![value, Value::bool(true)],
        None => vec![Value::empty(), Value::bool(false)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complex_numbers_in_texts() {
        for (text, re, im) in [
            ("1e3", 1000.0, 0.0),
            ("1,000", 1000.0, 0.0),
            ("--1", 1.0, 0.0),
            ("1 + 2 i", 1.0, 2.0),
            ("2+i*3", 2.0, 3.0),
            ("2+i3", 2.0, 1.0),
            ("3+4ii", 3.0, 4.0),
            ("1- -2i", 1.0, 2.0),
            ("i-1", -1.0, 1.0),
            ("1 - Inf i", 1.0, f64::NEG_INFINITY),
            ("Inf*i", 0.0, f64::INFINITY),
            ("infi", 0.0, f64::INFINITY),
        ] {
            assert_eq!(number(text.as_bytes()), Complex64::new(re, im), "{text}");
        }
        for text in ["", "1 2", "i2", "1+2", "i+i", "1e", "1.2.3", "1e309", "1d3", "1+-i", "--i", "4i5", "1;2", "Infinity"] {
            assert!(number(text.as_bytes()).re.is_nan(), "{text}");
        }
    }
}
