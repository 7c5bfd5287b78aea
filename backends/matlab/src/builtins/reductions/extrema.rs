//! `max`, `min`, `cummax`, `cummin`. NaN counts as missing; complex numbers are ordered by magnitude, then by phase.

use super::along::{map_lines, scan, unzip};
use super::sums::{strict_int_value, wrong_type};
use crate::builtins::Call;
use crate::builtins::elementary::broadcast::broadcast;
use crate::builtins::elementary::libm;
use crate::builtins::elementary::numeric::{Element, Integer, with_elements, with_integers};
use crate::ops;
use crate::value::{Array, Class, Complex32, Complex64, Value};
use crate::{Error, Result, fail};
use std::cmp::Ordering;

/// An element type with an order in which some values are missing.
pub trait Ranked: Element {
    fn is_missing(self) -> bool {
        false
    }

    fn rank(self, other: Self) -> Ordering;
}

macro_rules! ranked_integers {
    ($($type:ty)*) => {
        $(impl Ranked for $type {
            fn rank(self, other: Self) -> Ordering {
                self.cmp(&other)
            }
        })*
    };
}

ranked_integers! { bool i8 i16 i32 i64 u8 u16 u32 u64 }

impl Ranked for f64 {
    fn is_missing(self) -> bool {
        self.is_nan()
    }

    fn rank(self, other: Self) -> Ordering {
        self.partial_cmp(&other).unwrap_or(Ordering::Equal)
    }
}

impl Ranked for f32 {
    fn is_missing(self) -> bool {
        self.is_nan()
    }

    fn rank(self, other: Self) -> Ordering {
        self.partial_cmp(&other).unwrap_or(Ordering::Equal)
    }
}

impl Ranked for Complex64 {
    fn is_missing(self) -> bool {
        self.is_nan()
    }

    fn rank(self, other: Self) -> Ordering {
        let magnitudes = libm::cabs(self).rank(libm::cabs(other));
        magnitudes.then_with(|| phase(self).rank(phase(other)))
    }
}

impl Ranked for Complex32 {
    fn is_missing(self) -> bool {
        self.is_nan()
    }

    fn rank(self, other: Self) -> Ordering {
        let magnitudes = self.re.hypot(self.im).rank(other.re.hypot(other.im));
        magnitudes.then_with(|| self.im.atan2(self.re).rank(other.im.atan2(other.re)))
    }
}

/// -pi counts as pi.
fn phase(z: Complex64) -> f64 {
    let phase = z.im.atan2(z.re);
    if phase == -std::f64::consts::PI { -phase } else { phase }
}

/// Which of two elements is taken.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Max,
    Min,
}

impl Side {
    fn better<T: Ranked>(self, candidate: T, best: T) -> bool {
        candidate.rank(best) == if self == Side::Max { Ordering::Greater } else { Ordering::Less }
    }
}

/// `max(x)`, `max(x, [], dim)`, `max(x, y)`, and two outputs of the first two.
pub fn extremum(call: Call, side: Side) -> Result<Vec<Value>> {
    let (name, args) = (call.name, &call.args);
    if args.len() == 2 {
        return Ok(vec![pairwise(name, &args[0], &args[1], side)?]);
    }
    let dimension = match args.get(2) {
        None => None,
        Some(dim) => match strict_int_value(dim)? {
            dim if dim >= 1 => Some(dim as usize - 1),
            _ => fail!("{name}: DIM must be a valid dimension"),
        },
    };
    if args.len() == 3 && !args[1].is_empty() {
        let session = call.session;
        session.write_error(format!("warning: {name}: second argument is ignored\n").as_bytes());
    }
    let (values, positions) = along(name, args[0].clone().full(), dimension, side)?;
    Ok(vec![values, positions])
}

/// The extreme values along a dimension and their 1-based positions.
///
/// # Errors
/// Values that are no numbers.
pub fn along(name: &str, value: Value, dimension: Option<usize>, side: Side) -> Result<(Value, Value)> {
    let value = match value {
        Value::Char(chars) => Value::Double(chars.bytes.map(|&x| x.into())),
        other => other,
    };
    let dimension = dimension.unwrap_or_else(|| value.dims().first_long());
    with_elements!(value, array => {
        let (values, positions) = along_array(&array, dimension, side);
        Ok((Element::wrap(values).narrow(), Value::Double(positions)))
    }, other => Err(wrong_type(name, &other)))
}

fn along_array<T: Ranked>(array: &Array<T>, dimension: usize, side: Side) -> (Array<T>, Array<f64>) {
    let extent = array.dims().get(dimension).min(1);
    let pairs = map_lines(array, dimension, if array.is_empty() { extent } else { 1 }, |line, out| {
        if let Some(position) = best(line, side) {
            out.push((line[position], position as f64 + 1.0));
        }
    });
    unzip(&pairs)
}

/// The position of the first best element; the first one if all are missing.
fn best<T: Ranked>(line: &[T], side: Side) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (k, &candidate) in line.iter().enumerate() {
        if !candidate.is_missing() && best.is_none_or(|best| side.better(candidate, line[best])) {
            best = Some(k);
        }
    }
    best.or(if line.is_empty() { None } else { Some(0) })
}

/// `cummax` and `cummin` with their positions.
pub fn running(call: Call, side: Side) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let dimension = match call.args.get(1) {
        None => value.dims().first_long(),
        Some(dim) => match strict_int_value(dim)? {
            dim if dim >= 1 => dim as usize - 1,
            _ => fail!("{}: DIM must be a valid dimension", call.name),
        },
    };
    with_elements!(value, array => {
        let (values, positions) = unzip(&running_array(&array, dimension, side));
        Ok(vec![Element::wrap(values).narrow(), Value::Double(positions)])
    }, other => Err(wrong_type(call.name, &other)))
}

fn running_array<T: Ranked>(array: &Array<T>, dimension: usize, side: Side) -> Array<(T, f64)> {
    scan(array, dimension, |line, out| {
        let mut best = 0;
        for (k, &candidate) in line.iter().enumerate() {
            let first = line[best].is_missing() && !candidate.is_missing();
            if first || (!candidate.is_missing() && side.better(candidate, line[best])) {
                best = k;
            }
            out.push((line[best], best as f64 + 1.0));
        }
    })
}

/// `max(x, y)`, element by element.
fn pairwise(name: &str, x: &Value, y: &Value, side: Side) -> Result<Value> {
    let (x, y) = (x.clone().full(), y.clone().full());
    let refused = || Error::new(format!("{name}: cannot compute {name} ({}, {})", x.type_name(), y.type_name()));
    if !x.is_number_like() || !y.is_number_like() || x.is_text() != y.is_text() {
        return Err(refused());
    }
    let (a, b) = (x.class(), y.class());
    if a.is_integer() || b.is_integer() {
        if x.is_complex() || y.is_complex() {
            return Err(refused());
        }
        let class = if b.is_integer() { b } else { a };
        let (x, y) = (ops::convert(&x, class)?, ops::convert(&y, class)?);
        return with_integers!(x, array => pairwise_integers(name, &array, &y, side), _ => Err(refused()));
    }
    if let (Value::Bool(x), Value::Bool(y)) = (&x, &y) {
        return Ok(Value::Bool(broadcast(name, x, y, |&x, &y| if side == Side::Max { x || y } else { x && y })?));
    }
    let single = a == Class::Single || b == Class::Single;
    if x.is_complex() || y.is_complex() {
        let (x, y) = (x.to_complex().unwrap_or_default(), y.to_complex().unwrap_or_default());
        let result = Value::Complex(broadcast(name, &x, &y, |&x, &y| complex_pair(x, y, side))?);
        return Ok(if single { ops::convert(&result, Class::Single)?.narrow() } else { result.narrow() });
    }
    let (x, y) = (x.to_doubles().unwrap_or_default(), y.to_doubles().unwrap_or_default());
    let result = broadcast(name, &x, &y, |&x, &y| float_pair(x, y, side))?;
    Ok(if single { Value::Single(result.map(|&x| x as f32)) } else { Value::Double(result) })
}

fn pairwise_integers<T: Integer + Ranked>(name: &str, x: &Array<T>, y: &Value, side: Side) -> Result<Value> {
    let y = with_integers!(y, array => array.map(|y| T::from_wide(y.wide())), _ => Array::default());
    Ok(T::wrap(broadcast(name, x, &y, |&x, &y| if side == Side::Max { x.max(y) } else { x.min(y) })?))
}

/// NaN loses against a number; of equal ones (zeros of either sign) the second is taken.
fn float_pair(x: f64, y: f64, side: Side) -> f64 {
    if y.is_nan() || side.better(x, y) { x } else { y }
}

fn complex_pair(x: Complex64, y: Complex64, side: Side) -> Complex64 {
    let (a, b) = (libm::cabs(x), libm::cabs(y));
    let first = if side == Side::Max { a >= b } else { a <= b };
    if first || x.is_nan() { x } else { y }
}
