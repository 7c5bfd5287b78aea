//! Subscripts as positions, and the errors of subscripts. Knows no array that is indexed.

use super::Subscript;
use crate::value::{Dims, Range, Value};
use crate::{Error, Result};
use smallvec::SmallVec;

pub const INVALID: &str = "Octave:invalid-index";
pub const OUT_OF_BOUND: &str = "Octave:index-out-of-bounds";

/// Positions count from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Index {
    /// `first + k * step` for `k` in `0..len`: colons, single positions, ranges, masks without gaps.
    Strided {
        first: usize,
        step: isize,
        len: usize,
    },
    List(Vec<usize>),
}

impl Index {
    pub const fn all(len: usize) -> Index {
        Index::Strided { first: 0, step: 1, len }
    }

    pub const fn one(position: usize) -> Index {
        Index::Strided { first: position, step: 1, len: 1 }
    }

    pub fn len(&self) -> usize {
        match self {
            Index::Strided { len, .. } => *len,
            Index::List(list) => list.len(),
        }
    }

    pub fn at(&self, k: usize) -> usize {
        match self {
            Index::Strided { first, step, .. } => first.wrapping_add_signed(step.wrapping_mul(k as isize)),
            Index::List(list) => list[k],
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).map(|k| self.at(k))
    }

    /// The positions as `first..end` if they follow one another.
    pub fn as_run(&self) -> Option<std::ops::Range<usize>> {
        match self {
            Index::Strided { first, step: 1, len } => Some(*first..first + len),
            Index::Strided { first, len: 1, .. } => Some(*first..first + 1),
            Index::Strided { .. } | Index::List(_) => None,
        }
    }
}

/// Positions with what the shape of a result depends on.
#[derive(Clone, Debug)]
pub struct Positions {
    pub index: Index,
    /// The extents that `x(subscript)` has for a matrix `x`.
    pub shape: Dims,
    /// One more than the greatest position.
    pub bound: usize,
    /// A single number, not a mask.
    pub is_scalar: bool,
}

#[derive(Clone, Debug)]
pub enum Parsed {
    Colon,
    Positions(Positions),
}

impl Parsed {
    /// The positions, those of a colon being all of `extent`.
    pub fn index(&self, extent: usize) -> Index {
        match self {
            Parsed::Colon => Index::all(extent),
            Parsed::Positions(positions) => positions.index.clone(),
        }
    }

    pub fn is_colon(&self) -> bool {
        matches!(self, Parsed::Colon)
    }

    /// One more than the greatest position; 0 of a colon.
    pub fn bound(&self) -> usize {
        match self {
            Parsed::Colon => 0,
            Parsed::Positions(positions) => positions.bound,
        }
    }
}

pub type List = SmallVec<[Parsed; 2]>;

/// # Errors
/// What is no position: `index (_,0): subscripts must be ...`.
pub fn parse(subscripts: &[Subscript]) -> Result<List> {
    let one = |(at, subscript)| match subscript {
        &Subscript::Colon => Ok(Parsed::Colon),
        Subscript::Value(value) => parse_value(value).map_err(|bad| bad.error(at, subscripts.len())),
    };
    subscripts.iter().enumerate().map(one).collect()
}

fn parse_value(value: &Value) -> Result<Parsed, Bad> {
    if value.as_bytes() == Some(b":") {
        return Ok(Parsed::Colon);
    }
    let dims = value.dims();
    let (index, bound) = match value {
        Value::Bool(mask) => return Ok(Parsed::Positions(of_mask(mask.as_slice(), &dims))),
        Value::Range(range) => of_range(range)?,
        Value::Char(chars) => collect(chars.bytes.iter().map(|&byte| of_integer(i64::from(byte))), dims.count())?,
        Value::Double(array) => collect(array.iter().map(|&x| of_double(x)), dims.count())?,
        Value::Single(array) => collect(array.iter().map(|&x| of_double(x.into())), dims.count())?,
        Value::I8(array) => collect(array.iter().map(|&x| of_integer(x.into())), dims.count())?,
        Value::I16(array) => collect(array.iter().map(|&x| of_integer(x.into())), dims.count())?,
        Value::I32(array) => collect(array.iter().map(|&x| of_integer(x.into())), dims.count())?,
        Value::I64(array) => collect(array.iter().map(|&x| of_integer(x)), dims.count())?,
        Value::U8(array) => collect(array.iter().map(|&x| of_integer(x.into())), dims.count())?,
        Value::U16(array) => collect(array.iter().map(|&x| of_integer(x.into())), dims.count())?,
        Value::U32(array) => collect(array.iter().map(|&x| of_integer(x.into())), dims.count())?,
        Value::U64(array) => collect(array.iter().map(|&x| of_integer(x.min(i64::MAX as u64) as i64)), dims.count())?,
        Value::Diagonal(_) | Value::Structured(_) => return parse_value(&value.clone().full()),
        Value::Complex(_) if dims.is_scalar() => return Err(Bad::Complex(value.to_complex().unwrap_or_default())),
        other => return Err(Bad::Class(other.kind_name())),
    };
    Ok(Parsed::Positions(Positions { is_scalar: dims.is_scalar(), index, shape: dims, bound }))
}

fn of_double(x: f64) -> Result<usize, Bad> {
    let position = x as usize;
    if position as f64 == x && position >= 1 && x < i64::MAX as f64 { Ok(position - 1) } else { Err(Bad::Number(x)) }
}

fn of_integer(x: i64) -> Result<usize, Bad> {
    usize::try_from(x).ok().and_then(|position| position.checked_sub(1)).ok_or(Bad::Integer(x))
}

/// The positions and one more than the greatest.
fn collect(mut positions: impl Iterator<Item = Result<usize, Bad>>, count: usize) -> Result<(Index, usize), Bad> {
    if count == 1
        && let Some(position) = positions.next()
    {
        let position = position?;
        return Ok((Index::one(position), position + 1));
    }
    let mut list = Vec::with_capacity(count);
    let mut bound = 0;
    for position in positions {
        let position = position?;
        bound = bound.max(position + 1);
        list.push(position);
    }
    Ok((Index::List(list), bound))
}

fn of_range(range: &Range) -> Result<(Index, usize), Bad> {
    if range.count == 0 {
        return Ok((Index::all(0), 0));
    }
    let first = of_double(range.get(0))?;
    let last = of_double(range.get(range.count - 1))?;
    if range.count == 1 {
        return Ok((Index::one(first), first + 1));
    }
    let step = range.step as isize;
    if step as f64 != range.step {
        return Err(Bad::Number(range.get(1)));
    }
    Ok((Index::Strided { first, step, len: range.count }, first.max(last) + 1))
}

fn of_mask(mask: &[bool], dims: &Dims) -> Positions {
    let count = mask.iter().filter(|&&kept| kept).count();
    let first = mask.iter().position(|&kept| kept).unwrap_or(0);
    let last = mask.iter().rposition(|&kept| kept);
    let bound = last.map_or(0, |last| last + 1);
    let index = if count == bound - first.min(bound) {
        Index::Strided { first, step: 1, len: count }
    } else {
        Index::List(mask.iter().enumerate().filter(|(_, kept)| **kept).map(|(at, _)| at).collect())
    };
    let shape = if dims.is_scalar() {
        [count, count].into()
    } else if let Some(long) = dims.long_of_vector() {
        dims.with(long, count)
    } else {
        [count, 1].into()
    };
    Positions { index, shape, bound, is_scalar: false }
}

/// A subscript that is none.
enum Bad {
    Number(f64),
    Integer(i64),
    Complex(crate::value::Array<crate::value::Complex64>),
    Class(String),
}

impl Bad {
    fn error(&self, at: usize, count: usize) -> Error {
        let (text, reason) = match self {
            Bad::Number(x) => (number(*x), INTEGERS),
            Bad::Integer(x) => (x.to_string(), INTEGERS),
            Bad::Complex(x) => {
                let x = x.as_slice().first().copied().unwrap_or_default();
                (
                    format!("{}{}i", general(x.re), signed(x.im)),
                    "subscripts must be real (forgot to initialize i or j?)",
                )
            }
            Bad::Class(name) => (format!("<{name}>"), INTEGERS),
        };
        Error::with_id(INVALID, format!("index {}: {reason}", place(&text, at, count)))
    }
}

const INTEGERS: &str = "subscripts must be either integers 1 to (2^63)-1 or logicals";

/// `(_,5,_)`
fn place(text: &str, at: usize, count: usize) -> String {
    let words: Vec<_> = (0..count).map(|position| if position == at { text } else { "_" }).collect();
    format!("({})", words.join(","))
}

/// Deletion has its errors without parentheses and underscores.
pub fn without_place(mut error: Error) -> Error {
    if let Some((start, reason)) = error.message.split_once("): ")
        && let Some(text) = start.strip_prefix("index (")
    {
        error.message = format!("index {}: {reason}", text.trim_matches(|c| c == '_' || c == ','));
    }
    error
}

pub fn out_of_bound(bound: usize, at: usize, count: usize, extent: usize, dims: &Dims) -> Error {
    let place = place(&bound.to_string(), at, count);
    Error::with_id(OUT_OF_BOUND, format!("index {place}: out of bound {extent} (dimensions are {dims})"))
}

/// A number that is no position. What six digits do not tell apart from an integer gets the difference: `2+1e-07`.
fn number(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() <= i64::MAX as f64 && x != i64::MAX as f64 {
        // Zero has no sign here.
        return format!("{:.0}", x + 0.0);
    }
    let text = general(x);
    let difference = x - x.round();
    if text.contains('.') || !x.is_finite() || difference == 0.0 { text } else { text + &signed(difference) }
}

fn signed(x: f64) -> String {
    let text = general(x);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// `%g`
pub fn general(x: f64) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf" } else { "-inf" }.into();
    }
    if x == 0.0 {
        return "0".into();
    }
    let scientific = format!("{x:.5e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        trimmed(&format!("{x:.*}", (5 - exponent).max(0) as usize)).into()
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
    }
}

/// Without zeros at the end of a fraction.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_no_positions() {
        let cases = [
            (1.5, "1.5"),
            (1.23456789, "1.23457"),
            (2.0000001, "2+1e-07"),
            (2.00000000000001, "2+1.02141e-14"),
            (1e-5, "1e-05+1e-05"),
            (123456789.5, "1.23457e+08"),
            (123456.25, "123456+0.25"),
            (1.9999999, "2-1e-07"),
            (-1.0000001, "-1-1e-07"),
            (-1e15, "-1000000000000000"),
            (-1e19, "-1e+19"),
            (1e20, "1e+20"),
            (9.223_372_036_854_776e18, "9.22337e+18"),
            (f64::NAN, "nan"),
            (f64::NEG_INFINITY, "-inf"),
            (0.0, "0"),
        ];
        for (x, text) in cases {
            assert_eq!(number(x), text);
        }
    }
}
