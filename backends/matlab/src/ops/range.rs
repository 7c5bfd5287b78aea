//! `base:step:limit`.

use super::convert::convert;
use super::warnings::warn;
use crate::value::{Array, CharArray, Class, Range, Value, room};
use crate::{Error, Result, fail};

/// # Errors
/// Octave's: operands that are no numbers.
pub fn range(base: &Value, step: Option<&Value>, limit: &Value) -> Result<Value> {
    if let (Value::Double(a), None, Value::Double(b)) = (base, step, limit)
        && let (Some(&base), Some(&limit)) = (a.as_scalar(), b.as_scalar())
    {
        return doubles(base, 1.0, limit);
    }
    let operands: Vec<&Value> = [Some(base), step, Some(limit)].into_iter().flatten().collect();
    let class = class_of(&operands)?;
    if operands.iter().any(|value| value.is_empty()) {
        return convert(&Value::row(vec![]), class);
    }
    if operands.iter().any(|value| !value.is_scalar()) {
        warn("Octave:colon-nonscalar-argument", "colon arguments should be scalars");
    }
    if operands.iter().any(|value| value.is_complex()) {
        warn("Octave:colon-complex-argument", "imaginary part of complex colon arguments is ignored");
    }
    if class.is_integer() {
        return integers(base, step, limit, class);
    }
    let number = |value: &Value| value.as_scalar().unwrap_or(f64::NAN);
    let step_value = step.map_or(1.0, number);
    if class == Class::Single {
        return singles(number(base), step_value, number(limit));
    }
    let result = doubles(number(base), step_value, number(limit))?;
    if class != Class::Char {
        return Ok(result);
    }
    let is_double_quoted = |value: &&Value| matches!(value, Value::Char(chars) if chars.double_quoted);
    let double_quoted = operands.iter().any(is_double_quoted);
    let bytes = result.to_doubles().unwrap_or_default().map(|&x| x.round() as u8);
    Ok(Value::Char(CharArray { bytes, double_quoted }))
}

/// Class double, or the one other class: single, char or an integer class.
fn class_of(operands: &[&Value]) -> Result<Class> {
    let mut class = Class::Double;
    for value in operands {
        class = match (class, value.class()) {
            (before, Class::Double) => before,
            (Class::Double, own) => own,
            (before, own) if before == own => before,
            _ => fail!("incompatible types found in range expression"),
        };
    }
    if class.is_float() || class == Class::Char || class.is_integer() {
        return Ok(class);
    }
    fail!("invalid types found in range expression")
}

fn doubles(base: f64, step: f64, limit: f64) -> Result<Value> {
    let count = checked_count(base, step, limit)?;
    if has_no_start(base, step, limit) {
        return Ok(Value::scalar(f64::NAN));
    }
    Ok(match count {
        0 => Value::row(vec![]),
        1 => Value::scalar(base),
        _ => Value::Range(Range { base, step, limit, count }),
    })
}

fn singles(base: f64, step: f64, limit: f64) -> Result<Value> {
    let (base, step, limit) = (base as f32, step as f32, limit as f32);
    if has_no_start(base.into(), step.into(), limit.into()) {
        return Ok(Value::Single(Array::scalar(f32::NAN)));
    }
    let count = elements(base.into(), step.into(), limit.into(), f64::from(f32::EPSILON));
    if count.is_infinite() {
        check(count)?;
    }
    let last = |value: f32| if step > 0.0 { value.min(limit) } else { value.max(limit) };
    let element = |k: usize| {
        let value = base + k as f32 * step;
        match k {
            0 => base,
            _ if k + 1 == count as usize => last(value),
            _ => value,
        }
    };
    let mut values = room(count as usize)?;
    values.extend((0..count as usize).map(element));
    Ok(Value::Single(Array::row(values)))
}

fn integers(base: &Value, step: Option<&Value>, limit: &Value, class: Class) -> Result<Value> {
    let step = step.map_or(Some(1), whole);
    let Some(step) = step else {
        fail!("colon operator increment invalid (not an integer)");
    };
    let bound = |value: &Value, name: &str| -> Result<i128> {
        let invalid = || {
            Error::new(format!(
                "colon operator {name} bound invalid (not an integer or out of range for given integer type)"
            ))
        };
        let number = whole(value).ok_or_else(invalid)?;
        let converted = whole(&convert(&Value::scalar(value.as_scalar().unwrap_or(0.0)), class)?);
        if !value.class().is_integer() && converted != Some(number) { Err(invalid()) } else { Ok(number) }
    };
    let (base, limit) = (bound(base, "lower")?, bound(limit, "upper")?);
    if step == 0 || (limit > base) != (step > 0) && limit != base {
        return convert(&Value::row(vec![]), class);
    }
    let count = (limit - base) / step + 1;
    check(count as f64)?;
    integers_from(base, step, count as usize, class)
}

fn integers_from(base: i128, step: i128, count: usize, class: Class) -> Result<Value> {
    let elements = (0..count as i128).map(|k| base + k * step);
    Ok(match class {
        Class::I8 => Value::I8(Array::row(elements.map(|x| x as i8).collect())),
        Class::I16 => Value::I16(Array::row(elements.map(|x| x as i16).collect())),
        Class::I32 => Value::I32(Array::row(elements.map(|x| x as i32).collect())),
        Class::I64 => Value::I64(Array::row(elements.map(|x| x as i64).collect())),
        Class::U8 => Value::U8(Array::row(elements.map(|x| x as u8).collect())),
        Class::U16 => Value::U16(Array::row(elements.map(|x| x as u16).collect())),
        Class::U32 => Value::U32(Array::row(elements.map(|x| x as u32).collect())),
        _ => Value::U64(Array::row(elements.map(|x| x as u64).collect())),
    })
}

/// The first element as an exact integer.
fn whole(value: &Value) -> Option<i128> {
    match value {
        Value::I64(array) => array.as_slice().first().map(|&x| x.into()),
        Value::U64(array) => array.as_slice().first().map(|&x| x.into()),
        other => other.as_scalar().filter(|x| x.fract() == 0.0 && x.abs() < 1e30).map(|x| x as i128),
    }
}

/// The number of elements of `base:step:limit`, with Octave's tolerance for limits that rounding misses.
pub fn range_count(base: f64, step: f64, limit: f64) -> usize {
    elements(base, step, limit, f64::EPSILON) as usize
}

/// `1:Inf` in the head of a loop: more elements than anybody counts.
pub fn endless(base: &Value, step: Option<&Value>, limit: &Value) -> Option<Range> {
    let number = |value: &Value| match value {
        Value::Double(array) => array.as_scalar().copied(),
        _ => None,
    };
    let (base, step, limit) = (number(base)?, step.map_or(Some(1.0), number)?, number(limit)?);
    let is_endless = elements(base, step, limit, f64::EPSILON).is_infinite();
    is_endless.then_some(Range { base, step, limit, count: isize::MAX as usize })
}

fn checked_count(base: f64, step: f64, limit: f64) -> Result<usize> {
    let count = elements(base, step, limit, f64::EPSILON);
    check(count)?;
    Ok(count as usize)
}

fn check(count: f64) -> Result<()> {
    if count.is_infinite() {
        fail!("range with infinite number of elements cannot be stored");
    }
    if count >= 9.2e18 {
        fail!("invalid range");
    }
    Ok(())
}

/// The only element is NaN.
fn has_no_start(base: f64, step: f64, limit: f64) -> bool {
    base.is_nan() || step.is_nan() || limit.is_nan() || (base.is_infinite() && base == limit)
}

fn elements(base: f64, step: f64, limit: f64, epsilon: f64) -> f64 {
    if has_no_start(base, step, limit) {
        return 1.0;
    }
    if step == 0.0 || (limit > base && step < 0.0) || (limit < base && step > 0.0) {
        return 0.0;
    }
    if step.is_infinite() {
        return 1.0;
    }
    let tolerance = 3.0 * epsilon;
    let mut count = tolerant_floor((limit - base + step) / step, tolerance).max(0.0);
    let reaches = |count: f64| {
        let value = base + (count - 1.0) * step;
        (value - limit).abs() < value.abs().max(limit.abs()) * tolerance
    };
    if !reaches(count) {
        if reaches(count - 1.0) {
            count -= 1.0;
        } else if reaches(count + 1.0) {
            count += 1.0;
        }
    }
    count
}

/// The floor of a number that may be a little below a whole one (Hagerty's tolerant floor).
fn tolerant_floor(x: f64, tolerance: f64) -> f64 {
    let q = if x < 0.0 { 1.0 - tolerance } else { 1.0 };
    let most = q / (2.0 - tolerance);
    let above = 1.0 + x.floor();
    let slack = (tolerance / q * above.abs()).min(most).max(tolerance);
    let result = (x + slack).floor();
    if x <= 0.0 || result - x < most { result } else { result - 1.0 }
}
