//! Evenly spaced numbers: `linspace`, `logspace`, `colon`.

use crate::builtins::Call;
use crate::value::{Array, Class, Complex64, Value, room};
use crate::{Error, Result, fail, ops};
use raddle_matlab::ast::BinaryOp;
use std::ops::{Add, Div, Mul, Sub};

/// `linspace (start, end, n)`: a row, or one for each element of a vector.
pub fn linspace(call: Call) -> Result<Vec<Value>> {
    let [start, end, rest @ ..] = &call.args[..] else {
        return Err(Error::invalid_call(call.name));
    };
    let count = match rest.first() {
        None => 100,
        Some(n) if n.is_text() => fail!("linspace: N must be a scalar"),
        Some(n) if n.is_empty() => 1,
        Some(n) if !n.is_scalar() => fail!("linspace: N must be a scalar"),
        Some(n) => n.as_scalar().unwrap_or(1.0).max(0.0) as usize,
    };
    Ok(vec![between(start, end, count)?])
}

fn between(start: &Value, end: &Value, count: usize) -> Result<Value> {
    for value in [start, end] {
        if value.is_text() {
            fail!("invalid conversion from string to real N-D array");
        }
        if !value.is_number_like() {
            fail!("octave_base_value::array_value(): wrong type argument '{}'", value.kind_name());
        }
        if !value.dims().is_vector() || value.is_empty() {
            fail!("linspace: START, END must be scalars or vectors");
        }
    }
    let is_single = start.class() == Class::Single || end.class() == Class::Single;
    if start.is_complex() || end.is_complex() {
        let (start, end) = (start.to_complex().unwrap_or_default(), end.to_complex().unwrap_or_default());
        let values = rows(&start, &end, count, |n| Complex64::new(n, 0.0))?;
        let value = Value::Complex(values).narrow();
        return if is_single { ops::convert(&value, Class::Single) } else { Ok(value) };
    }
    let (start, end) = (start.to_doubles().unwrap_or_default(), end.to_doubles().unwrap_or_default());
    Ok(if is_single {
        let single = |array: Array<f64>| array.map(|&x| x as f32);
        Value::Single(rows(&single(start), &single(end), count, |n| n as f32)?)
    } else {
        Value::Double(rows(&start, &end, count, |n| n)?)
    })
}

fn rows<T>(start: &Array<T>, end: &Array<T>, count: usize, number: fn(f64) -> T) -> Result<Array<T>>
where
    T: Copy + Default + PartialEq + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>,
{
    let rows = start.len().max(end.len());
    if (start.len() != rows && start.len() != 1) || (end.len() != rows && end.len() != 1) {
        fail!("linspace: vectors must be of equal length");
    }
    let dims: crate::value::Dims = [rows, count].into();
    let total = dims.checked_count()?;
    let mut values = room(total)?;
    values.resize(total, T::default());
    for row in 0..rows {
        let (first, last) = (start.as_slice()[row % start.len()], end.as_slice()[row % end.len()]);
        spread(first, last, count, number, |k, x| values[k * rows + row] = x);
    }
    Ok(Array::new(dims, values))
}

/// The numbers from both ends towards the middle, so that they are symmetric.
fn spread<T>(first: T, last: T, count: usize, number: fn(f64) -> T, mut put: impl FnMut(usize, T))
where
    T: Copy + PartialEq + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>,
{
    if count == 0 {
        return;
    }
    if count == 1 {
        return put(0, last);
    }
    let intervals = number((count - 1) as f64);
    let step = (last - first) / intervals;
    let half = count.div_ceil(2);
    for k in 0..half {
        let offset = number(k as f64) * step;
        put(k, if k == 0 { first } else { first + offset });
        put(count - 1 - k, if k == 0 { last } else { last - offset });
    }
    if count % 2 == 1 {
        // Infinite ends of opposite signs have zero in the middle.
        let middle = if first + last == number(0.0) { number(0.0) } else { (first + last) / number(2.0) };
        put(half - 1, middle);
    }
}

/// `logspace (a, b, n)`
pub fn logspace(call: Call) -> Result<Vec<Value>> {
    let count = match call.args.get(2) {
        None => 50.0,
        Some(n) => match n.as_scalar() {
            Some(x) if n.is_scalar() => x.trunc(),
            Some(_) => fail!("logspace: arguments A, B, and N must be scalars"),
            None => fail!("fix: not defined for {}", n.kind_name()),
        },
    };
    let [a, b, ..] = &call.args[..] else {
        return Err(Error::invalid_call(call.name));
    };
    if !a.is_scalar() || !b.is_scalar() {
        fail!("logspace: arguments A, B, and N must be scalars");
    }
    // A limit of pi is the number itself.
    let end = match b.as_scalar() {
        Some(x) if x == std::f64::consts::PI => Value::scalar(x.log10()),
        _ => b.clone(),
    };
    let exponents = between(a, &end, count.max(0.0) as usize)?;
    Ok(vec![ops::binary(BinaryOp::Power, &Value::scalar(10.0), &exponents)?])
}

/// `colon (base, limit)`, `colon (base, step, limit)`.
pub fn colon(call: Call) -> Result<Vec<Value>> {
    let range = match &call.args[..] {
        [base, limit] => ops::range(base, None, limit)?,
        [base, step, limit] => ops::range(base, Some(step), limit)?,
        _ => return Err(Error::invalid_call(call.name)),
    };
    Ok(vec![range])
}
