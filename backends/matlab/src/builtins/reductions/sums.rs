//! `sum`, `prod`, `sumsq`, `cumsum`, `cumprod`: from left to right, in the precision of the class.

use super::along::{reduce, scan};
use crate::memory::room_or_unwind;
use crate::builtins::Call;
use crate::builtins::elementary::numeric::{Element, Integer, with_integers};
use crate::value::{Array, Complex32, Complex64, Dims, Value};
use crate::{Error, Result, fail};

/// What one of the functions does with two elements, for each type.
pub trait Fold {
    const START: u8;
    fn double(a: f64, b: f64) -> f64;
    fn single(a: f32, b: f32) -> f32;
    fn complex(a: Complex64, b: Complex64) -> Complex64;
    fn complex_single(a: Complex32, b: Complex32) -> Complex32;
    fn integer(a: i128, b: i128) -> i128;
    fn logical(a: bool, b: bool) -> bool;
}

macro_rules! fold {
    ($name:ident from $start:literal: $step:tt, $integer:expr, $logical:tt) => {
        pub struct $name;

        impl Fold for $name {
            const START: u8 = $start;

            fn double(a: f64, b: f64) -> f64 {
                a $step b
            }

            fn single(a: f32, b: f32) -> f32 {
                a $step b
            }

            fn complex(a: Complex64, b: Complex64) -> Complex64 {
                a $step b
            }

            fn complex_single(a: Complex32, b: Complex32) -> Complex32 {
                a $step b
            }

            fn integer(a: i128, b: i128) -> i128 {
                $integer(a, b)
            }

            fn logical(a: bool, b: bool) -> bool {
                a $logical b
            }
        }
    };
}

fold!(Sum from 0: +, i128::saturating_add, ||);
fold!(Product from 1: *, i128::saturating_mul, &&);

/// One value for each line, or all values on the way to it.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    Last,
    All,
}

/// Which class the result has.
#[derive(Clone, Copy, PartialEq)]
enum Output {
    /// Floats keep theirs, all else is double.
    Default,
    Native,
    Double,
}

/// `sum` and `prod`: `(x)`, `(x, dim)`, `(..., "native")`, `(..., "double")`.
pub fn total<F: Fold>(call: Call) -> Result<Vec<Value>> {
    let extra = if F::START == 0 { &["extra"][..] } else { &[] };
    let (args, output) = options(&call, extra, |name, word| format!("{name}: unrecognized type argument '{word}'"))?;
    let value = args[0].clone().full();
    let dimension = match args.get(1) {
        None => value.dims().first_long(),
        Some(dim) => match int_value(dim)? {
            dim if dim >= 1 => dim as usize - 1,
            dim => fail!("{}: invalid dimension DIM = {dim}", call.name),
        },
    };
    let value = match value {
        Value::Char(chars) => Value::Double(chars.bytes.map(|&x| x.into())),
        other => other,
    };
    Ok(vec![fold_value::<F>(call.name, value, dimension, output, Extent::Last)?])
}

/// `cumsum`, with the options of `sum`.
pub fn running_sum(call: Call) -> Result<Vec<Value>> {
    let (args, output) = options(&call, &[], |name, _| format!("{name}: unrecognized string argument"))?;
    let value = args[0].clone().full();
    let dimension = match args.get(1) {
        None => value.dims().first_long(),
        Some(dim) => match int_value(dim)? {
            dim if dim >= 1 => dim as usize - 1,
            dim => fail!("{}: invalid dimension argument = {dim}", call.name),
        },
    };
    Ok(vec![fold_value::<Sum>(call.name, value, dimension, output, Extent::All)?])
}

/// `cumprod(x, dim)`.
pub fn running_product(call: Call) -> Result<Vec<Value>> {
    let (value, dimension) = plain_arguments(&call)?;
    Ok(vec![fold_value::<Product>(call.name, value, dimension, Output::Default, Extent::All)?])
}

/// `sumsq(x, dim)`: squares of magnitudes.
pub fn sum_of_squares(call: Call) -> Result<Vec<Value>> {
    let (value, dimension) = plain_arguments(&call)?;
    let squares = match value {
        Value::Single(array) => Value::Single(array.map(|x| x * x)),
        Value::Complex(array) => Value::Double(array.map(Complex64::norm_sqr)),
        Value::SingleComplex(array) => Value::Single(array.map(Complex32::norm_sqr)),
        other => {
            let array = other.to_doubles().ok_or_else(|| wrong_type(call.name, &other))?;
            Value::Double(array.map(|x| x * x))
        }
    };
    Ok(vec![fold_value::<Sum>(call.name, squares, dimension, Output::Default, Extent::Last)?])
}

/// Value and dimension of the functions without options.
fn plain_arguments(call: &Call) -> Result<(Value, usize)> {
    let dim = match call.args.get(1) {
        None => 0,
        Some(dim) => strict_int_value(dim)?,
    };
    if dim < 0 {
        fail!("{}: invalid dimension argument = {dim}", call.name);
    }
    if call.args[0].is_text() {
        fail!("invalid conversion from string to real N-D array");
    }
    let value = call.args[0].clone().full();
    let dimension = if dim == 0 { value.dims().first_long() } else { dim as usize - 1 };
    Ok((value, dimension))
}

/// The arguments without the words at the end, and what these ask for.
fn options<'a>(call: &'a Call, ignored: &[&str], unknown: fn(&str, &str) -> String) -> Result<(&'a [Value], Output)> {
    let mut output = Output::Default;
    let mut args = &call.args[..];
    while let [rest @ .., last] = args
        && !rest.is_empty()
        && let Some(word) = last.as_text()
    {
        output = match word.as_str() {
            "native" => Output::Native,
            "double" => Output::Double,
            word if ignored.contains(&word) => output,
            word => return Err(Error::new(unknown(call.name, word))),
        };
        args = rest;
    }
    if args.len() > 2 {
        return Err(Error::invalid_call(call.name));
    }
    Ok((args, output))
}

/// A dimension as `sum` reads it: the fraction is dropped.
///
/// # Errors
/// Values that are no numbers.
pub fn int_value(value: &Value) -> Result<i64> {
    match value.as_scalar().filter(|_| !value.is_text()) {
        Some(x) => Ok(x as i64),
        None => fail!("octave_base_value::int_value (): wrong type argument '{}'", value.type_name()),
    }
}

/// A dimension as most functions read it.
///
/// # Errors
/// Values that are no numbers, numbers with a fraction.
pub fn strict_int_value(value: &Value) -> Result<i64> {
    match value.as_scalar().filter(|_| !value.is_text()) {
        Some(x) if x.fract() != 0.0 => fail!("conversion of {} to int value failed", short_number(x)),
        _ => int_value(value),
    }
}

/// A number as C's `%g` writes it, for messages.
pub fn short_number(x: f64) -> String {
    String::from_utf8_lossy(&crate::format::sprintf(b"%g", &[Value::scalar(x)]).unwrap_or_default()).into_owned()
}

pub fn wrong_type(name: &str, value: &Value) -> Error {
    Error::new(format!("{name}: wrong type argument '{}'", value.type_name()))
}

fn fold_value<F: Fold>(name: &str, value: Value, dimension: usize, output: Output, extent: Extent) -> Result<Value> {
    let start = f64::from(F::START);
    Ok(match value {
        Value::Double(array) => Value::Double(lines(&array, dimension, start, F::double, extent)),
        Value::Single(array) if output == Output::Double => {
            Value::Double(lines(&array.map(|&x| x.into()), dimension, start, F::double, extent))
        }
        Value::Single(array) => Value::Single(lines(&array, dimension, start as f32, F::single, extent)),
        Value::Complex(array) => Value::Complex(lines(&array, dimension, start.into(), F::complex, extent)).narrow(),
        Value::SingleComplex(array) if output == Output::Double => {
            let wide = array.map(|z| Complex64::new(z.re.into(), z.im.into()));
            Value::Complex(lines(&wide, dimension, start.into(), F::complex, extent)).narrow()
        }
        Value::SingleComplex(array) => {
            Value::SingleComplex(lines(&array, dimension, (start as f32).into(), F::complex_single, extent)).narrow()
        }
        Value::Bool(array) if output == Output::Native => {
            Value::Bool(lines(&array, dimension, F::START == 1, F::logical, extent))
        }
        Value::Bool(array) => {
            let doubles = array.map(|&x| f64::from(u8::from(x)));
            Value::Double(lines(&doubles, dimension, start, F::double, extent))
        }
        other => with_integers!(other, array => fold_integers::<F, _>(&array, dimension, output, extent),
            other => return Err(wrong_type(name, &other))),
    })
}

fn fold_integers<F: Fold, T: Integer>(array: &Array<T>, dimension: usize, output: Output, extent: Extent) -> Value {
    if output != Output::Native {
        let doubles = array.map(|x| x.to_f64());
        return Value::Double(lines(&doubles, dimension, F::START.into(), F::double, extent));
    }
    let step = |a: T, b: T| T::from_wide(F::integer(a.wide(), b.wide()));
    T::wrap(lines(array, dimension, T::from_wide(F::START.into()), step, extent))
}

fn lines<T: Element>(
    array: &Array<T>,
    dimension: usize,
    start: T,
    step: impl Fn(T, T) -> T,
    extent: Extent,
) -> Array<T> {
    match extent {
        Extent::Last => last(&of_nothing(array, dimension), dimension, start, step),
        Extent::All => scan(array, dimension, |line, out| {
            let mut sum = start;
            out.extend(line.iter().map(|&x| {
                sum = step(sum, x);
                sum
            }));
        }),
    }
}

/// Columns are added from top to bottom; other lines side by side, in the order of memory.
fn last<T: Element>(array: &Array<T>, dimension: usize, start: T, step: impl Fn(T, T) -> T) -> Array<T> {
    let dims = array.dims();
    let stride: usize = dims.as_slice().iter().take(dimension).product();
    if stride == 1 {
        return reduce(array, dimension, |line| line.iter().fold(start, |a, &b| step(a, b)));
    }
    let mut results: Vec<T> = room_or_unwind(dims.with(dimension, 1).count());
    for block in array.as_slice().chunks((stride * dims.get(dimension)).max(1)) {
        let first = results.len();
        results.extend(std::iter::repeat_n(start, stride));
        for slice in block.chunks(stride) {
            results[first..].iter_mut().zip(slice).for_each(|(sum, &x)| *sum = step(*sum, x));
        }
    }
    results.resize(dims.with(dimension, 1).count(), start);
    Array::new(dims.with(dimension, 1), results)
}

/// Along columns, `[]` counts as one column without elements.
fn of_nothing<T: Element>(array: &Array<T>, dimension: usize) -> Array<T> {
    let empty: Dims = [0, 0].into();
    if *array.dims() == empty && dimension == 0 { Array::new([0, 1].into(), vec![]) } else { array.clone() }
}

/// The sum along a dimension, for other functions: floats in their class, all else in doubles.
///
/// # Errors
/// Values that are no numbers.
pub fn sum_of(name: &str, value: &Value, dimension: usize) -> Result<Value> {
    fold_value::<Sum>(name, value.clone().full(), dimension, Output::Default, Extent::Last)
}
