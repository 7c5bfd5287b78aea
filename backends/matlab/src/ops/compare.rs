//! Comparison. Complex numbers are ordered by magnitude, then by angle; 64-bit integers and doubles compare exactly.

use super::arithmetic::promoted;
use super::elementwise::zip;
use super::equal::is_equal;
use super::errors::not_implemented;
use crate::Result;
use crate::builtins::elementary::numeric::Integer;
use crate::value::{Array, Complex64, Value};
use raddle_matlab::ast::BinaryOp;
use std::cmp::Ordering;

/// `op` is one of the six comparisons.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    if let (Value::Char(a), Value::Char(b)) = (left, right) {
        return plain(op, &a.bytes, &b.bytes);
    }
    if let (Value::Bool(a), Value::Bool(b)) = (left, right) {
        return plain(op, a, b);
    }
    if let (Value::Handle(_), Value::Handle(_), BinaryOp::Equal | BinaryOp::NotEqual) = (left, right, op) {
        return Ok(Value::bool(is_equal(left, right) == (op == BinaryOp::Equal)));
    }
    match (&promoted(left), &promoted(right)) {
        (Value::Double(a), Value::Double(b)) => plain(op, a, b),
        (Value::Single(a), Value::Single(b)) => plain(op, a, b),
        (Value::Single(a), Value::Double(b)) => plain(op, a, &b.map(|&y| y as f32)),
        (Value::Double(a), Value::Single(b)) => plain(op, &a.map(|&x| x as f32), b),
        (a, b) if !a.is_number_like() || !b.is_number_like() => Err(not_implemented(op, left, right)),
        (a, b) if a.is_complex() || b.is_complex() => complex(op, a, b, left, right),
        (a, b) => integers(op, a, b),
    }
}

fn plain<T: Copy + PartialOrd>(op: BinaryOp, a: &Array<T>, b: &Array<T>) -> Result<Value> {
    Ok(Value::Bool(match op {
        BinaryOp::Less => zip(op, a, b, |x, y| x < y)?,
        BinaryOp::LessEqual => zip(op, a, b, |x, y| x <= y)?,
        BinaryOp::Greater => zip(op, a, b, |x, y| x > y)?,
        BinaryOp::GreaterEqual => zip(op, a, b, |x, y| x >= y)?,
        BinaryOp::Equal => zip(op, a, b, |x, y| x == y)?,
        _ => zip(op, a, b, |x, y| x != y)?,
    }))
}

/// What an operator says of an order; without one (NaN) only `!=` holds.
fn holds(op: BinaryOp, order: Option<Ordering>) -> bool {
    match op {
        BinaryOp::Less => order.is_some_and(Ordering::is_lt),
        BinaryOp::LessEqual => order.is_some_and(Ordering::is_le),
        BinaryOp::Greater => order.is_some_and(Ordering::is_gt),
        BinaryOp::GreaterEqual => order.is_some_and(Ordering::is_ge),
        BinaryOp::Equal => order == Some(Ordering::Equal),
        _ => order != Some(Ordering::Equal),
    }
}

fn complex(op: BinaryOp, a: &Value, b: &Value, left: &Value, right: &Value) -> Result<Value> {
    if a.class().is_integer() || b.class().is_integer() {
        return Err(not_implemented(op, left, right));
    }
    let angles = (angle_of(a), angle_of(b));
    let (a, b) = (a.to_complex().unwrap_or_default(), b.to_complex().unwrap_or_default());
    Ok(Value::Bool(match op {
        BinaryOp::Equal => zip(op, &a, &b, |x, y| x == y)?,
        BinaryOp::NotEqual => zip(op, &a, &b, |x, y| x != y)?,
        _ => zip(op, &a, &b, |x, y| holds(op, complex_order(x, y, angles)))?,
    }))
}

type Angle = fn(Complex64) -> f64;

/// -pi counts as pi. The elements of a real array have no angle, not even negative ones.
fn angle_of(value: &Value) -> Angle {
    if !value.is_complex() {
        return |_| 0.0;
    }
    |z| {
        let angle = z.im.atan2(z.re);
        if angle == -std::f64::consts::PI { -angle } else { angle }
    }
}

/// By magnitude, then by angle.
fn complex_order(x: Complex64, y: Complex64, (angle_x, angle_y): (Angle, Angle)) -> Option<Ordering> {
    let order = x.re.hypot(x.im).partial_cmp(&y.re.hypot(y.im))?;
    if order != Ordering::Equal {
        return Some(order);
    }
    angle_x(x).partial_cmp(&angle_y(y))
}

fn integers(op: BinaryOp, a: &Value, b: &Value) -> Result<Value> {
    macro_rules! classes {
        ($($variant:ident)*) => {
            match (a, b) {
                $((Value::$variant(x), Value::$variant(y)) => plain(op, x, y),
                (Value::$variant(x), y) => beside(op, x, y),
                (x, Value::$variant(y)) => beside(mirrored(op), y, x).map_err(|_| {
                    super::errors::nonconformant(op, &x.dims(), y.dims())
                }),)*
                (x, y) => Err(not_implemented(op, x, y)),
            }
        };
    }
    classes!(I8 I16 I32 I64 U8 U16 U32 U64)
}

/// The operator that holds for `(y, x)` where `op` does for `(x, y)`.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}

/// An integer class beside another one or floats.
fn beside<T: Integer>(op: BinaryOp, a: &Array<T>, b: &Value) -> Result<Value> {
    if let Value::Double(_) | Value::Single(_) = b {
        let b = b.to_doubles().unwrap_or_default();
        return Ok(Value::Bool(zip(op, a, &b, |x, y| holds(op, order_with_double(x, y)))?));
    }
    crate::builtins::elementary::numeric::with_integers!(
        b,
        array => Ok(Value::Bool(zip(op, a, array, |x, y| holds(op, Some(x.wide().cmp(&y.wide()))))?)),
        other => Err(not_implemented(op, &T::wrap(a.clone()), other))
    )
}

fn order_with_double<T: Integer>(x: T, y: f64) -> Option<Ordering> {
    if y.is_nan() {
        return None;
    }
    let (least, greatest) = (T::from_wide(i128::MIN).to_f64(), T::from_wide(i128::MAX).to_f64());
    // What rounds to 2^63 or 2^64 counts as beyond that number, as in Octave.
    if x.to_f64() == y && y.abs() >= LARGE {
        if y == greatest {
            return Some(Ordering::Greater);
        }
        if y == least {
            return Some(Ordering::Less);
        }
    }
    // `as` saturates; numbers that large are beyond every class.
    let whole = y.trunc() as i128;
    Some(x.wide().cmp(&whole).then_with(|| 0.0.partial_cmp(&y.fract()).unwrap_or(Ordering::Equal)))
}

/// 2^63
const LARGE: f64 = 9_223_372_036_854_775_808.0;
