//! `fft`, `fft2`, `fftn` and their inverses: arguments, dimensions, padding.

use super::dft::{Direction, Transform, transform, transform_real};
use crate::builtins::Call;
use crate::lapack::{Real, Scalar};
use crate::value::{Array, Class, Dims};
use crate::{Error, Result, Value, fail};

fn direction(name: &str) -> Direction {
    if name.starts_with('i') { Direction::Inverse } else { Direction::Forward }
}

/// Class and elements of the argument; `{}` is an empty array.
enum Operand {
    Double(Array<num_complex::Complex64>),
    Single(Array<num_complex::Complex32>),
}

fn operand(value: &Value) -> Result<Operand> {
    match value {
        Value::Char(_) => fail!("invalid conversion from string to real N-D array"),
        Value::Cell(array) if array.is_empty() => Ok(Operand::Double(Array::default())),
        _ => {
            let Some(array) = value.to_complex() else {
                fail!("octave_base_value::array_value(): wrong type argument '{}'", value.kind_name());
            };
            Ok(match value.class() {
                Class::Single => Operand::Single(array.map(|z| num_complex::Complex32::new(z.re as f32, z.im as f32))),
                _ => Operand::Double(array),
            })
        }
    }
}

/// Runs `$body` with `$array` bound to the elements and gives the narrowed value.
macro_rules! transformed {
    ($operand:expr, $array:ident => $body:expr) => {
        match $operand {
            Operand::Double($array) => Value::Complex($body).narrow(),
            Operand::Single($array) => Value::SingleComplex($body).narrow(),
        }
    };
}

/// `fft(x)`, `fft(x, n)`, `fft(x, n, dim)`; also `ifft`.
pub fn fft(call: Call) -> Result<Vec<Value>> {
    let direction = direction(call.name);
    let x = operand(&call.args[0])?;
    let dims = match &x {
        Operand::Double(array) => array.dims().clone(),
        Operand::Single(array) => array.dims().clone(),
    };
    let points = match call.args.get(1) {
        Some(n) if !n.is_empty() => Some(number_of_points(n, call.name)?),
        _ => None,
    };
    let dimension = match call.args.get(2) {
        Some(dim) => match dim.as_scalar() {
            Some(d) if d.fract() == 0.0 && d >= 1.0 && d <= dims.rank() as f64 => d as usize - 1,
            _ => fail!("{}: DIM must be a valid dimension along which to perform FFT", call.name),
        },
        None => dims.first_long(),
    };
    Ok(vec![transformed!(x, array => along(&array, dimension, points, direction))])
}

fn number_of_points(n: &Value, name: &str) -> Result<usize> {
    if n.is_text() {
        fail!("invalid conversion from string to real scalar");
    }
    match n.as_scalar() {
        Some(n) if n.is_nan() => fail!("{name}: number of points (N) cannot be NaN"),
        Some(n) if n < 0.0 => fail!("{name}: number of points (N) must be greater than zero"),
        Some(n) if n > 2f64.powi(40) => {
            Err(Error::with_id("Octave:bad-alloc", "out of memory or dimension too large for Octave's index type"))
        }
        Some(n) => Ok(n.round() as usize),
        None => fail!("{name}: number of points (N) must be greater than zero"),
    }
}

/// The transforms of all lines along a dimension, cut or padded with zeros to `points`.
fn along<T: Transform>(x: &Array<T>, dimension: usize, points: Option<usize>, direction: Direction) -> Array<T> {
    let old = x.dims().get(dimension);
    let points = points.unwrap_or(old);
    let dims: Dims = x.dims().with(dimension, points);
    let stride: usize = (0..dimension).map(|d| dims.get(d)).product();
    let mut y = vec![T::ZERO; dims.count()];
    let lines = y.len().checked_div(points).unwrap_or(0);
    let is_real = x.iter().all(|z| z.imag() == T::Real::ZERO);
    let scale = T::Real::from_f64(points as f64);
    for line in 0..lines {
        let (inner, outer) = (line % stride, line / stride);
        let read = |k: usize| if k < old { x.as_slice()[outer * stride * old + k * stride + inner] } else { T::ZERO };
        let input: Vec<T> = (0..points).map(read).collect();
        let output = if is_real && direction == Direction::Forward {
            transform_real(&input.iter().map(|z| z.real()).collect::<Vec<_>>(), direction)
        } else {
            transform(&input, direction)
        };
        for (k, z) in output.into_iter().enumerate() {
            let z = if direction == Direction::Inverse { T::from_parts(z.real() / scale, z.imag() / scale) } else { z };
            y[outer * stride * points + k * stride + inner] = z;
        }
    }
    Array::new(dims, y)
}

/// `fft2(x)`, `fft2(x, m, n)`; also `ifft2`. Each page on its own.
pub fn fft2(call: Call) -> Result<Vec<Value>> {
    let direction = direction(call.name);
    let points = |k: usize| call.args.get(k).map(|n| number_of_points(n, call.name)).transpose();
    let (rows, columns) = (points(1)?, points(2)?);
    let x = operand(&call.args[0])?;
    Ok(vec![transformed!(x, array => along(&along(&array, 0, rows, direction), 1, columns, direction))])
}

/// `fftn(x)`, `fftn(x, size)`; also `ifftn`.
pub fn fftn(call: Call) -> Result<Vec<Value>> {
    let direction = direction(call.name);
    let rank = call.args[0].dims().rank();
    let sizes = match call.args.get(1) {
        None => vec![None; rank],
        Some(size) => match size.to_doubles() {
            Some(sizes) if sizes.len() == rank && sizes.iter().all(|&n| n >= 0.0 && n < 2f64.powi(40)) => {
                sizes.iter().map(|&n| Some(n.round() as usize)).collect()
            }
            _ => fail!("{}: SIZE must be a vector of length dim", call.name),
        },
    };
    let x = operand(&call.args[0])?;
    Ok(vec![transformed!(x, array => {
        let mut y = array;
        for (dimension, &points) in sizes.iter().enumerate() {
            y = along(&y, dimension, points, direction);
        }
        y
    })])
}
