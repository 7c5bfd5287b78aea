//! `num2str`, `int2str`, `rats`: numbers as text that is not aligned with anything else.

use super::row;
use crate::builtins::Call;
use crate::display::{self, Format, Notation};
use crate::format;
use crate::value::{Array, Class, Complex64, Value};
use crate::{Error, Result, fail};

/// More significant digits than this say nothing.
const MOST_DIGITS: i32 = 16;

pub(super) fn num2str(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    if let Value::Char(_) = value {
        return Ok(vec![value]);
    }
    let class = value.class();
    if !(class.is_float() || class.is_integer() || class == Class::Bool) {
        fail!("num2str: X must be a numeric, logical, or character array");
    }
    let numbers = value.to_complex().unwrap_or_default();
    if numbers.is_empty() {
        return Ok(vec![Value::text("")]);
    }
    let template = match (call.args.get(1), template(call.args.get(1), &numbers, Parts::of(&value))?) {
        // Octave takes the precision of integers for a width.
        (Some(width), Template::Column { .. }) if !class.is_float() => {
            let text = format!("%{}.0f", width.as_count().unwrap_or(0));
            Template::Column { text, left_aligned: None }
        }
        (_, template) => template,
    };
    Ok(vec![filled(&template, &numbers, Parts::of(&value))?])
}

/// What of a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    Real,
    Both,
}

impl Parts {
    fn of(value: &Value) -> Parts {
        if value.is_complex() { Parts::Both } else { Parts::Real }
    }
}

/// What one row is written by, for each column or for all.
enum Template {
    Column {
        text: String,
        left_aligned: Option<usize>,
    },
    /// The program's own.
    Given(Vec<u8>),
}

fn template(arg: Option<&Value>, numbers: &Array<Complex64>, parts: Parts) -> Result<Template> {
    let single = numbers.len() == 1;
    let (precision, width) = match arg {
        Some(Value::Char(text)) => {
            let bytes = text.bytes.as_slice();
            return Ok(Template::Given(if text.double_quoted { bytes.to_vec() } else { format::unescape(bytes) }));
        }
        Some(arg) => {
            let precision = arg.as_scalar().filter(|x| arg.is_scalar() && *x >= 0.0 && x.fract() == 0.0);
            let Some(precision) = precision else {
                fail!("num2str: PRECISION must be a scalar integer >= 0");
            };
            // C's formats have no width and no precision beyond an int.
            if precision > f64::from(i32::MAX) {
                return Ok(general(6, 0, parts));
            }
            (precision as i32, precision as usize + 7)
        }
        None => return Ok(automatic(numbers, parts)),
    };
    let width = if single && parts == Parts::Real { 0 } else { width };
    Ok(general(precision, width, parts))
}

fn general(precision: i32, width: usize, parts: Parts) -> Template {
    if parts == Parts::Both {
        let text = format!("%{width}.{precision}g%+.{precision}gi");
        return Template::Column { text, left_aligned: Some(width + 1) };
    }
    Template::Column { text: format!("%{width}.{precision}g"), left_aligned: None }
}

/// Without a precision: as many digits as the greatest element asks for.
fn automatic(numbers: &Array<Complex64>, parts: Parts) -> Template {
    let all = || numbers.iter().flat_map(|x| [x.re, x.im]);
    let greatest = all().filter(|x| x.is_finite()).fold(0.0, |most: f64, x| most.max(x.abs()));
    let exponent = if greatest == 0.0 { 0 } else { greatest.log10().floor() as i32 };
    let is_integer = |x: f64| x == x.round();
    let finite = |x: &&Complex64| x.re.is_finite() && x.im.is_finite();
    let integers = numbers.iter().filter(finite).all(|x| is_integer(x.re) && is_integer(x.im));
    if !integers {
        let digits = (exponent + 5).clamp(5, MOST_DIGITS);
        return general(digits, digits as usize + 7, parts);
    }
    let digits = exponent.max(0) + 1;
    if parts == Parts::Both {
        let width = digits as usize + 2;
        return Template::Column { text: format!("%{width}.0f%+.0fi"), left_aligned: Some(width + 1) };
    }
    if digits > MOST_DIGITS {
        return general(MOST_DIGITS, MOST_DIGITS as usize + 7, Parts::Real);
    }
    let least = if all().all(f64::is_finite) { 0 } else { 3 };
    let width = digits.max(least) as usize + 2;
    Template::Column { text: format!("%{width}.{MOST_DIGITS}g"), left_aligned: None }
}

/// Writes each row, and cuts blanks that all rows have in common.
fn filled(template: &Template, numbers: &Array<Complex64>, parts: Parts) -> Result<Value> {
    let rows = numbers.dims().rows();
    let columns = numbers.len() / rows;
    let mut lines: Vec<Vec<u8>> = vec![];
    for i in 0..rows {
        let elements: Vec<_> = (0..columns).map(|j| numbers.as_slice()[j * rows + i]).collect();
        let line = match template {
            Template::Column { text, left_aligned } => row_text(text, *left_aligned, &elements, parts)?,
            Template::Given(text) => given_row(text, &elements, parts)?,
        };
        lines.extend(line.split(|&byte| byte == b'\n').map(<[u8]>::to_vec));
    }
    if let Template::Given(_) = template {
        lines.retain(|line| !line.is_empty());
    }
    Ok(trimmed(&lines))
}

fn row_text(template: &str, left_aligned: Option<usize>, elements: &[Complex64], parts: Parts) -> Result<Vec<u8>> {
    let mut line = vec![];
    for x in elements {
        let both = [Value::scalar(x.re), Value::scalar(x.im)];
        let text = format::sprintf(template.as_bytes(), &both[..if parts == Parts::Both { 2 } else { 1 }])?;
        line.extend_from_slice(&text);
        if let Some(width) = left_aligned {
            // The imaginary part and its `i` fill their width from the left.
            let start = text.iter().rposition(|byte| matches!(byte, b'+' | b'-')).unwrap_or(0);
            let start = if start > 0 && text[start - 1] == b'e' {
                text[..start].iter().rposition(|byte| matches!(byte, b'+' | b'-')).unwrap_or(start)
            } else {
                start
            };
            let length = text.len() - start;
            line.resize(line.len() + width.saturating_sub(length), b' ');
        }
    }
    Ok(line)
}

fn given_row(template: &[u8], elements: &[Complex64], parts: Parts) -> Result<Vec<u8>> {
    if parts == Parts::Real {
        let numbers = elements.iter().map(|x| x.re).collect();
        return format::sprintf_as("num2str", &template.repeat(elements.len()), &[Value::row(numbers)]);
    }
    // The imaginary part takes the same conversion, with a sign and from the left.
    let mut pair = template.to_vec();
    pair.extend(template.iter().flat_map(|&byte| if byte == b'%' { b"%-+".to_vec() } else { vec![byte] }));
    pair.push(b'i');
    let numbers = elements.iter().flat_map(|x| [x.re, x.im]).collect();
    let text = format::sprintf_as("num2str", &pair.repeat(elements.len()), &[Value::row(numbers)])?;
    Ok(blanks_behind(&text))
}

/// Blanks before an `i` move behind it.
fn blanks_behind(text: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = vec![];
    for &byte in text {
        if byte != b'i' {
            out.push(byte);
            continue;
        }
        let kept = out.iter().rposition(|&byte| byte != b' ').map_or(0, |k| k + 1);
        let blanks = out.split_off(kept);
        out.push(b'i');
        out.extend(blanks);
    }
    out
}

/// A char matrix of the lines: blanks at their ends go, and so do those that all have in front.
fn trimmed(lines: &[Vec<u8>]) -> Value {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 11 | 12 | 0);
    let ends: Vec<_> =
        lines.iter().map(|line| line.iter().rposition(|byte| !blank(byte)).map_or(0, |k| k + 1)).collect();
    let start =
        lines.iter().map(|line| line.iter().position(|byte| !blank(byte)).unwrap_or(usize::MAX)).min().unwrap_or(0);
    let width = ends.iter().copied().max().unwrap_or(0).saturating_sub(start);
    if width == 0 {
        return Value::text("");
    }
    let rows = lines.len();
    let mut bytes = vec![b' '; rows * width];
    for (i, line) in lines.iter().enumerate() {
        for (j, &byte) in line[..ends[i]].iter().skip(start).enumerate() {
            bytes[j * rows + i] = byte;
        }
    }
    Value::chars(Array::new([rows, width].into(), bytes))
}

pub(super) fn int2str(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    if let Value::Char(_) = value {
        return Ok(vec![value]);
    }
    let Some(numbers) = value.to_complex().filter(|_| value.is_number_like()) else {
        fail!("int2str: N must be a numeric, logical, or character array");
    };
    if numbers.is_empty() {
        return Ok(vec![Value::text("")]);
    }
    let numbers = numbers.map(|x| Complex64::new(x.re.round(), 0.0));
    let greatest = numbers.iter().filter(|x| x.re.is_finite()).fold(0.0, |most: f64, x| most.max(x.re.abs()));
    let digits = if greatest == 0.0 { 1 } else { greatest.log10().floor() as i32 + 1 };
    let least = if numbers.iter().all(|x| x.re.is_finite()) { 0 } else { 3 };
    let width = digits.max(least) as usize + 2;
    let template = Template::Column { text: format!("%{width}.0f"), left_aligned: None };
    Ok(vec![filled(&template, &numbers, Parts::Real)?])
}

pub(super) fn rats(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    if !(value.class().is_float() || value.class().is_integer()) {
        fail!("rats: X must be numeric");
    }
    if value.is_empty() {
        return Ok(vec![Value::text("")]);
    }
    let width = match call.args.get(1) {
        None => display::RATIONAL_WIDTH,
        Some(width) => width.as_count().ok_or_else(|| Error::new("rats: LEN must be a positive integer"))?,
    };
    let scalar = value.to_complex().filter(|array| value.class().is_float() && array.len() == 1);
    if let Some(x) = scalar.and_then(|array| array.as_scalar().copied()) {
        return Ok(vec![row(fraction(x, Parts::of(value), width))]);
    }
    let dims = value.dims();
    let value = if dims.rank() > 2 {
        value.clone().reshape([dims.rows(), dims.count() / dims.rows()].into())
    } else {
        value.clone()
    };
    let text = display::disp(&value, Format { notation: Notation::Rational(width), ..Format::default() });
    let text = text.strip_suffix(b"\n").unwrap_or(&text);
    let lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
    let columns = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    let at = |i: usize, j: usize| lines[i].get(j).copied().unwrap_or(b' ');
    let bytes = (0..columns).flat_map(|j| (0..lines.len()).map(move |i| (i, j))).map(|(i, j)| at(i, j)).collect();
    Ok(vec![Value::chars(Array::new([lines.len(), columns].into(), bytes))])
}

/// A single number: zeros alone stand without blanks before them.
fn fraction(x: Complex64, parts: Parts, width: usize) -> Vec<u8> {
    let mut out = vec![];
    let put = |x: f64, out: &mut Vec<u8>| {
        display::right_align(out, &display::rational_text(x, width), if x == 0.0 { 0 } else { width });
    };
    put(x.re, &mut out);
    if parts == Parts::Both {
        out.extend_from_slice(if x.im < 0.0 { b" - " } else { b" + " });
        put(x.im.abs(), &mut out);
        out.push(b'i');
    }
    out
}
