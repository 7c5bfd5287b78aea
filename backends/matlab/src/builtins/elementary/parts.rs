//! Parts of numbers: `abs`, `real`, `imag`, `conj`, `arg`, `complex`, and tests such as `isnan`. Integers keep their class.

use super::libm;
use super::mapper::not_defined;
use super::numeric::with_integers;
use crate::builtins::Call;
use crate::value::{Array, Complex32, Complex64, Diagonal, Value};
use crate::{Error, Result, fail};

/// The functions that keep diagonal matrices diagonal.
fn keep_diagonal(value: &Value, f: fn(f64) -> f64) -> Option<Value> {
    let Value::Diagonal(diagonal) = value else { return None };
    let elements = diagonal.elements.iter().map(|&x| f(x)).collect();
    Some(Value::Diagonal(Diagonal { elements, ..diagonal.clone() }))
}

pub fn sqrt(mut call: Call) -> Result<Vec<Value>> {
    if let Value::Diagonal(diagonal) = &call.args[0]
        && diagonal.elements.iter().all(|&x| x >= 0.0)
    {
        return Ok(keep_diagonal(&call.args[0], f64::sqrt).into_iter().collect());
    }
    Ok(vec![super::functions::SQRT.apply(std::mem::replace(&mut call.args[0], Value::empty()))?])
}

pub fn abs(call: Call) -> Result<Vec<Value>> {
    if let Some(result) = keep_diagonal(&call.args[0], f64::abs) {
        return Ok(vec![result]);
    }
    let value = call.args[0].clone().full();
    Ok(vec![match &value {
        Value::Single(array) => Value::Single(array.map(|x| x.abs())),
        Value::Complex(array) => Value::Double(array.map(|&z| libm::cabs(z))),
        Value::SingleComplex(array) => Value::Single(array.map(|z| z.re.hypot(z.im))),
        Value::I8(array) => Value::I8(array.map(|x| x.saturating_abs())),
        Value::I16(array) => Value::I16(array.map(|x| x.saturating_abs())),
        Value::I32(array) => Value::I32(array.map(|x| x.saturating_abs())),
        Value::I64(array) => Value::I64(array.map(|x| x.saturating_abs())),
        Value::U8(_) | Value::U16(_) | Value::U32(_) | Value::U64(_) => value,
        other => Value::Double(doubles(call.name, other)?.map(|x| x.abs())),
    }])
}

fn doubles(name: &str, value: &Value) -> Result<Array<f64>> {
    value.to_doubles().ok_or_else(|| not_defined(name, value))
}

pub fn real(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    Ok(vec![match value {
        Value::Complex(array) => Value::Double(array.map(|z| z.re)),
        Value::SingleComplex(array) => Value::Single(array.map(|z| z.re)),
        Value::Structured(matrix) if value.is_complex() => {
            return real(Call { args: vec![matrix.to_value()], ..call });
        }
        other => same(call.name, other)?,
    }])
}

/// Numbers without imaginary parts as they are, but for ranges; text and truth values become doubles.
fn same(name: &str, value: &Value) -> Result<Value> {
    Ok(match value {
        Value::Char(_) | Value::Bool(_) => Value::Double(doubles(name, value)?),
        Value::Cell(_) | Value::Struct(_) | Value::Handle(_) | Value::Map(_) | Value::Parser(_) => return Err(not_defined(name, value)),
        Value::Range(range) => Value::Double(range.to_array()),
        number => number.clone(),
    })
}

pub fn imag(call: Call) -> Result<Vec<Value>> {
    if let Some(result) = keep_diagonal(&call.args[0], |_| 0.0) {
        return Ok(vec![result]);
    }
    let value = call.args[0].clone().full();
    Ok(vec![match &value {
        Value::Complex(array) => Value::Double(array.map(|z| z.im)),
        Value::SingleComplex(array) => Value::Single(array.map(|z| z.im)),
        Value::Single(array) => Value::Single(array.map(|_| 0.0)),
        other => with_integers!(other, array => zeros_like(array), other => {
            Value::Double(doubles(call.name, other)?.map(|_| 0.0))
        }),
    }])
}

fn zeros_like<T: super::numeric::Element>(array: &Array<T>) -> Value {
    T::wrap(array.map(|_| T::default()))
}

pub fn conj(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    Ok(vec![match value {
        Value::Complex(array) => Value::Complex(array.map(Complex64::conj)).narrow(),
        Value::SingleComplex(array) => Value::SingleComplex(array.map(Complex32::conj)).narrow(),
        Value::Structured(matrix) => return conj(Call { args: vec![matrix.to_value()], ..call }),
        Value::Char(_) => fail!("{}: argument must be numeric", call.name),
        other => same(call.name, other)?,
    }])
}

/// `arg` and `angle`: the phase.
pub fn arg(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    Ok(vec![match &value {
        Value::Single(array) => Value::Single(array.map(|x| 0_f32.atan2(*x))),
        Value::Complex(array) => Value::Double(array.map(|z| z.im.atan2(z.re))),
        Value::SingleComplex(array) => Value::Single(array.map(|z| z.im.atan2(z.re))),
        Value::Char(_) => fail!("arg: argument must be numeric"),
        other => Value::Double(doubles("arg", other)?.map(|x| 0_f64.atan2(*x))),
    }])
}

/// `sign`, which keeps integer classes.
pub fn sign(mut call: Call) -> Result<Vec<Value>> {
    if let Some(result) = keep_diagonal(&call.args[0], |x| (super::functions::SIGN.double)(x)) {
        return Ok(vec![result]);
    }
    let value = std::mem::replace(&mut call.args[0], Value::empty());
    Ok(vec![with_integers!(value, array => integer_signs(&array), other => super::functions::SIGN.apply(other)?)])
}

fn integer_signs<T: super::numeric::Integer>(array: &Array<T>) -> Value {
    T::wrap(array.map(|x| T::from_wide(x.wide().signum())))
}

/// A test of each number: a value of class logical. `text` is what the test is of a character, if it is defined there.
pub fn test(
    call: Call,
    text: Option<bool>,
    of: fn(f64) -> bool,
    combine: fn(bool, bool) -> bool,
) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    Ok(vec![Value::Bool(match &value {
        Value::Single(array) => array.map(|&x| of(x.into())),
        Value::Complex(array) => array.map(|z| combine(of(z.re), of(z.im))),
        Value::SingleComplex(array) => array.map(|z| combine(of(z.re.into()), of(z.im.into()))),
        Value::Char(chars) => {
            let Some(result) = text else { fail!("{}: argument must be numeric", call.name) };
            chars.bytes.map(|_| result)
        }
        other => doubles(call.name, other)?.map(|&x| of(x)),
    })])
}

/// Octave's missing value is one of the NaNs; those of singles have another pattern.
pub fn isna(call: Call) -> Result<Vec<Value>> {
    if let Value::Single(array) = &call.args[0] {
        return Ok(vec![Value::Bool(array.map(|x| x.to_bits() == 0x7FC2_07A2))]);
    }
    test(call, None, |x| x.to_bits() == NA_BITS, |re, im| re || im)
}

/// The bits of `NA`.
pub const NA_BITS: u64 = 0x7FF8_40F4_4000_0000;

/// `complex(x)` and `complex(re, im)`: the result is complex even if all imaginary parts are zero.
///
/// # Errors
/// `complex: dimension mismatch`, and arguments that are not numbers.
pub fn complex(call: Call) -> Result<Vec<Value>> {
    let single = call.args.iter().any(|value| value.class() == crate::value::Class::Single);
    for value in &call.args {
        match value {
            Value::Char(_) if value.is_scalar() => fail!("invalid conversion from string to real scalar"),
            Value::Char(_) => fail!("invalid conversion from string to real N-D array"),
            _ => {}
        }
    }
    let array = match &call.args[..] {
        [value] => value.to_complex().ok_or_else(|| Error::new("complex: invalid conversion"))?,
        [re, im] => from_parts(&parts(re)?, &parts(im)?)?,
        _ => return Err(Error::invalid_call("complex")),
    };
    Ok(vec![if single {
        Value::SingleComplex(array.map(|z| Complex32::new(z.re as f32, z.im as f32)))
    } else {
        Value::Complex(array)
    }])
}

fn parts(value: &Value) -> Result<Array<f64>> {
    if let Some(array) = value.to_complex() {
        return Ok(array.map(|z| z.re));
    }
    fail!("octave_base_value::array_value(): wrong type argument '{}'", value.kind_name())
}

fn from_parts(re: &Array<f64>, im: &Array<f64>) -> Result<Array<Complex64>> {
    if re.dims() != im.dims() && !re.dims().is_scalar() && !im.dims().is_scalar() {
        fail!("complex: dimension mismatch");
    }
    super::broadcast::broadcast("complex", re, im, |&re, &im| Complex64::new(re, im))
}
