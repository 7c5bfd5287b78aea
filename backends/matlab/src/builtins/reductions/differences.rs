//! `diff`, `trapz`, `cumtrapz`, `gradient`, `del2`.

use super::along::{map_lines, scan};
use super::options::{dimension, to_float};
use super::sums::short_number;
use crate::builtins::Call;
use crate::builtins::elementary::numeric::{Element, with_elements, wrap_as};
use crate::ops;
use crate::value::{Array, Class, Complex32, Complex64, Dims, Value};
use crate::{Error, Result, fail};
use raddle_matlab::ast::BinaryOp;

/// Elements with a difference, which saturates for integers.
trait Difference: Element {
    type Output: Element;

    fn less(self, other: Self) -> Self::Output;
}

macro_rules! differences {
    ($($type:ty: $minus:expr;)*) => {
        $(impl Difference for $type {
            type Output = $type;

            fn less(self, other: Self) -> $type {
                let minus: fn($type, $type) -> $type = $minus;
                minus(self, other)
            }
        })*
    };
}

differences! {
    f64: |a, b| a - b;
    f32: |a, b| a - b;
    Complex64: |a, b| a - b;
    Complex32: |a, b| a - b;
    i8: i8::saturating_sub;
    i16: i16::saturating_sub;
    i32: i32::saturating_sub;
    i64: i64::saturating_sub;
    u8: u8::saturating_sub;
    u16: u16::saturating_sub;
    u32: u32::saturating_sub;
    u64: u64::saturating_sub;
}

impl Difference for bool {
    type Output = f64;

    fn less(self, other: bool) -> f64 {
        f64::from(u8::from(self)) - f64::from(u8::from(other))
    }
}

/// `diff(x, k, dim)`
pub fn diff(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    if !value.is_number_like() || value.is_text() {
        fail!("diff: X must be numeric or logical");
    }
    let order = match call.args.get(1).filter(|k| !k.is_empty()).map(Value::as_scalar) {
        None => 1,
        Some(Some(k)) if k.fract() != 0.0 => fail!("conversion of {} to int64_t value failed", short_number(k)),
        Some(Some(k)) if k >= 0.0 => k as usize,
        Some(_) => fail!("diff: order K must be non-negative"),
    };
    let Some(dim) = call.args.get(2) else { return Ok(vec![diff_anywhere(value, order)?]) };
    match dim.as_scalar() {
        Some(dim) if dim >= 1.0 && dim <= value.dims().rank() as f64 => {
            Ok(vec![diff_along(value, order, dim as usize - 1)?])
        }
        _ => fail!("diff: DIM must be a valid dimension"),
    }
}

/// Orders that a dimension is too short for go on along the next ones, always of the whole array: Octave's way.
fn diff_anywhere(value: Value, order: usize) -> Result<Value> {
    let dims = value.dims();
    let first = dims.first_long();
    if dims.get(first) > order || order == 0 {
        return diff_along(value, order, first);
    }
    if dims.get(first) == 1 {
        return diff_along(value, 0, 0).map(|value| crate::builtins::search::keys::empty_like(&value, [0, 0].into()));
    }
    let (mut left, mut result) = (order, value.clone());
    for dimension in first..dims.rank() {
        let extent = dims.get(dimension);
        if extent > 1 {
            result = diff_along(value.clone(), extent - 1, dimension)?;
        }
        // Nothing has one difference less than nothing, as Octave counts.
        left = left.saturating_add(1).saturating_sub(extent);
        if left == 0 {
            return Ok(result);
        }
    }
    diff_along(value, left, dims.rank() - 1)
}

fn diff_along(value: Value, order: usize, dimension: usize) -> Result<Value> {
    let mut value = value;
    // Once nothing is left, nothing changes.
    for _ in 0..order.min(value.dims().get(dimension) + 1) {
        value = with_elements!(value, array => diff_once(&array, dimension), other => return Ok(other));
    }
    Ok(value.narrow())
}

fn diff_once<T: Difference>(array: &Array<T>, dimension: usize) -> Value {
    let extent = array.dims().get(dimension).saturating_sub(1);
    let differences = map_lines(array, dimension, extent, |line, out| {
        out.extend(line.windows(2).map(|pair| pair[1].less(pair[0])));
    });
    T::Output::wrap(differences)
}

/// Arguments of `trapz` and `cumtrapz`.
struct Trapezoids {
    /// One width for each gap, or one for each gap of the whole array.
    widths: Widths,
    y: Value,
    dimension: usize,
}

enum Widths {
    One,
    Each(Vec<f64>),
    Array(Array<f64>),
}

fn trapezoids(call: &Call) -> Result<Trapezoids> {
    let name = call.name;
    let (x, y, dim) = match &call.args[..] {
        [y] => (None, y, None),
        [y, dim] if dim.is_scalar() && !y.is_scalar() => (None, y, Some(dim)),
        [x, y] => (Some(x), y, None),
        [x, y, dim, ..] => (Some(x), y, Some(dim)),
        [] => return Err(Error::invalid_call(name)),
    };
    if !y.is_number_like() {
        let kind = y.kind_name();
        fail!("binary operator '+' not implemented for '{kind}' by '{kind}' operations");
    }
    let dimension = dimension(name, y, dim)?;
    if dim.is_some() && dimension >= y.dims().rank() {
        fail!("{name}: DIM must be an integer and a valid dimension");
    }
    let widths = match x {
        None => Widths::One,
        Some(x) if x.is_empty() && call.args.len() == 3 => fail!("{name}: X and Y must have same shape"),
        Some(x) => widths(name, x, y, dimension)?,
    };
    Ok(Trapezoids { widths, y: to_float(y)?, dimension })
}

fn widths(name: &str, x: &Value, y: &Value, dimension: usize) -> Result<Widths> {
    let Some(numbers) = x.to_doubles() else { fail!("{name}: X and Y must have same shape") };
    if x.dims().is_vector() {
        if numbers.len() != y.dims().get(dimension) {
            fail!("{name}: length of X and length of Y along DIM must match");
        }
        return Ok(Widths::Each(numbers.as_slice().windows(2).map(|pair| pair[1] - pair[0]).collect()));
    }
    if x.dims() != y.dims() {
        fail!("{name}: X and Y must have same shape");
    }
    Ok(Widths::Array(numbers))
}

/// Which sums are results.
#[derive(Clone, Copy, PartialEq)]
enum Sums {
    Last,
    All,
}

/// `trapz(x, y, dim)` and `cumtrapz`.
fn integrate(call: &Call, sums: Sums) -> Result<Vec<Value>> {
    let cumulative = sums == Sums::All;
    let Trapezoids { widths, y, dimension } = trapezoids(call)?;
    let Some(y_values) = y.to_complex() else { fail!("{}: Y must be numeric", call.name) };
    let class = y.class();
    let extent = if cumulative { y.dims().get(dimension) } else { 1 };
    let array_widths = match &widths {
        Widths::Array(x) => scan(x, dimension, |line, out| {
            out.extend(line.windows(2).map(|pair| pair[1] - pair[0]));
            out.extend(line.first().map(|_| 0.0));
        }),
        _ => Array::default(),
    };
    let length = y.dims().get(dimension);
    let pairs = match &widths {
        Widths::Array(_) => {
            Array::new(y.dims(), y_values.iter().zip(array_widths.iter()).map(|(&y, &w)| (y, w)).collect())
        }
        _ => y_values.map(|&y| (y, 1.0)),
    };
    let result = map_lines(&pairs, dimension, extent, |line, out| {
        let mut sum = Complex64::default();
        if cumulative && length > 0 {
            out.push(sum);
        }
        for k in 1..line.len() {
            let width = match &widths {
                Widths::Each(widths) => widths[k - 1],
                _ => line[k - 1].1,
            };
            sum += (line[k].0 + line[k - 1].0) * width;
            if cumulative {
                out.push(sum * 0.5);
            }
        }
        if !cumulative {
            out.push(sum * 0.5);
        }
    });
    let result = if call.args.len() == 1 && y.dims() == [0, 0].into() {
        if cumulative { Array::new([1, 0].into(), vec![]) } else { Array::scalar(Complex64::default()) }
    } else {
        result
    };
    Ok(vec![match Value::Complex(result).narrow() {
        Value::Double(array) => wrap_as(class, array),
        other if class == Class::Single => ops::convert(&other, Class::Single)?,
        other => other,
    }])
}

pub fn trapz(call: Call) -> Result<Vec<Value>> {
    integrate(&call, Sums::Last)
}

pub fn cumtrapz(call: Call) -> Result<Vec<Value>> {
    integrate(&call, Sums::All)
}

/// Distances or coordinates along a dimension as coordinates.
fn coordinates(name: &str, spacing: Option<&Value>, length: usize) -> Result<Vec<f64>> {
    let even = |h: f64| (0..length).map(|k| k as f64 * h).collect();
    let Some(numbers) = spacing.map(Value::to_doubles) else { return Ok(even(1.0)) };
    match numbers {
        Some(numbers) if numbers.len() == 1 => Ok(even(numbers.as_slice()[0])),
        Some(numbers) if numbers.len() >= length => {
            let mut all = numbers.into_vec();
            all.truncate(length);
            Ok(all)
        }
        Some(numbers) => {
            let differences = numbers.len().saturating_sub(1);
            let dims = if numbers.is_empty() { Dims::from([0, 0]) } else { Dims::from([1, differences]) };
            let place = if numbers.is_empty() { 1 } else { length - 1 };
            fail!("d({place}): out of bound {differences} (dimensions are {dims})")
        }
        _ => fail!("{name}: size of dimensions does not match given spacing"),
    }
}

/// The order in which the outputs and spacings of `gradient` come: columns first.
fn gradient_dimensions(dims: &Dims) -> Vec<usize> {
    if dims.is_vector() {
        return vec![if dims.rows() == 1 { 1 } else { 0 }];
    }
    let mut order: Vec<usize> = (0..dims.rank()).collect();
    order.swap(0, 1);
    order
}

/// `[dx, dy, ...] = gradient(m, spacing, ...)`, and of a function at points.
pub fn gradient(mut call: Call) -> Result<Vec<Value>> {
    if matches!(call.args[0], Value::Handle(_)) || call.args[0].is_text() {
        if call.args.len() < 2 {
            return Err(Error::with_id("Octave:undefined-function", "'p0' undefined"));
        }
        return gradient_of_function(&mut call);
    }
    let value = to_float(&call.args[0])?;
    let Some(array) = value.to_doubles() else { fail!("gradient: first input must be an array or a function") };
    let order = gradient_dimensions(array.dims());
    let mut results = vec![];
    for (k, &dimension) in order.iter().enumerate().take(call.nargout.max(1)) {
        let spacing = if call.args.len() == 2 { call.args.get(1) } else { call.args.get(k + 1) };
        let x = coordinates("gradient", spacing, array.dims().get(dimension))?;
        results.push(wrap_as(value.class(), scan(&array, dimension, |line, out| slopes(line, &x, out))));
    }
    Ok(results)
}

/// One-sided at the ends, central between.
fn slopes(y: &[f64], x: &[f64], out: &mut Vec<f64>) {
    let n = y.len();
    for k in 0..n {
        let (a, b) = (k.saturating_sub(1), (k + 1).min(n - 1));
        out.push(if a == b { 0.0 } else { (y[b] - y[a]) / (x[b] - x[a]) });
    }
}

fn gradient_of_function(call: &mut Call) -> Result<Vec<Value>> {
    let (f, x) = (call.args[0].clone(), call.args[1].clone());
    let h = call.args.get(2).and_then(Value::as_scalar).unwrap_or(0.5);
    let half = Value::scalar(h / if call.args.len() > 2 { 2.0 } else { 1.0 });
    let mut at = |op| {
        let x = ops::binary(op, &x, &half)?;
        let mut values = call.session.call(&f, vec![x], 1)?;
        if values.is_empty() {
            fail!("gradient: function has no value")
        }
        Ok(values.swap_remove(0))
    };
    let (above, below) = (at(BinaryOp::Add)?, at(BinaryOp::Sub)?);
    let difference = ops::binary(BinaryOp::Sub, &above, &below)?;
    let width = ops::binary(BinaryOp::Mul, &half, &Value::scalar(2.0))?;
    Ok(vec![ops::binary(BinaryOp::RightDivide, &difference, &width)?])
}

/// `del2(m, spacing, ...)`: the Laplacian over twice the number of dimensions.
pub fn del2(call: Call) -> Result<Vec<Value>> {
    let value = to_float(&call.args[0])?;
    let Some(array) = value.to_doubles() else { fail!("del2: M must be numeric") };
    let dims = array.dims().clone();
    let mut order: Vec<usize> = (0..dims.rank()).collect();
    order.swap(0, 1);
    let mut sum = vec![0.0; array.len()];
    for (k, &dimension) in order.iter().enumerate() {
        if dims.get(dimension) < 3 {
            continue;
        }
        let spacing = if call.args.len() == 2 { call.args.get(1) } else { call.args.get(k + 1) };
        let x = coordinates("del2", spacing, dims.get(dimension))?;
        let curvatures = scan(&array, dimension, |line, out| curvatures(line, &x, out));
        for (total, curvature) in sum.iter_mut().zip(curvatures.iter()) {
            *total += curvature;
        }
    }
    let scale = 2.0 * dims.rank() as f64;
    Ok(vec![wrap_as(value.class(), Array::new(dims, sum.into_iter().map(|x| x / scale).collect()))])
}

/// Second derivatives, extended in a straight line at the ends.
fn curvatures(y: &[f64], x: &[f64], out: &mut Vec<f64>) {
    let n = y.len();
    let inner: Vec<f64> = (1..n - 1)
        .map(|k| {
            let (left, right) = (x[k] - x[k - 1], x[k + 1] - x[k]);
            ((y[k + 1] - y[k]) / right - (y[k] - y[k - 1]) / left) / ((left + right) / 2.0)
        })
        .collect();
    let beyond = |near: f64, next: Option<&f64>| next.map_or(near, |next| 2.0 * near - next);
    out.push(beyond(inner[0], inner.get(1)));
    out.extend(&inner);
    let last = inner[inner.len() - 1];
    out.push(beyond(last, inner.len().checked_sub(2).and_then(|k| inner.get(k))));
}
