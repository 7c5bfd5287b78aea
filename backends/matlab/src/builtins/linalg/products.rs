//! `cross` and `dot`.

use super::{Call, Warning};
use crate::ops;
use crate::value::{Array, Dims};
use crate::{Result, Value, fail};
use raddle_matlab::ast::BinaryOp;

/// `cross(x, y)`, `cross(x, y, dim)`.
pub fn cross(mut call: Call) -> Result<Vec<Value>> {
    let (mut x, mut y) = (call.args[0].clone().full(), call.args[1].clone().full());
    let (dx, dy) = (x.dims(), y.dims());
    if dx.rank() == 2 && dy.rank() == 2 && call.args.len() == 2 {
        let (column_row, row_column) = (dx.cols() == 1 && dy.rows() == 1, dx.rows() == 1 && dy.cols() == 1);
        if column_row || row_column {
            let order = if column_row { "column by row" } else { "row by column" };
            let message = format!("cross: taking cross product of {order}");
            if !dx.is_scalar() || !dy.is_scalar() {
                x = as_column(x);
                y = as_column(y);
            }
            Warning { identifier: "", message }.issue(&mut call);
        }
    }
    let dims = x.dims();
    let dimension = match call.args.get(2) {
        None => match dims.as_slice().iter().position(|&extent| extent == 3) {
            Some(dimension) => dimension,
            None => fail!("cross: must have at least one dimension with 3 elements"),
        },
        Some(dim) => match dim.as_count() {
            Some(dim) if dim > 0 && dims.get(dim - 1) == 3 => dim - 1,
            _ => fail!("cross: dimension DIM must have 3 elements"),
        },
    };
    if dims != y.dims() {
        fail!("cross: X and Y must have the same dimensions");
    }
    Ok(vec![cross_along(&x, &y, dimension)?])
}

fn as_column(value: Value) -> Value {
    let count = value.count();
    value.reshape([count, 1].into())
}

/// `x(2) y(3) - x(3) y(2)` and so on.
fn cross_along(x: &Value, y: &Value, dimension: usize) -> Result<Value> {
    let part = |value: &Value, k: usize| slice(value, dimension, k);
    let mut parts = Vec::with_capacity(3);
    for (first, second) in [(1, 2), (2, 0), (0, 1)] {
        let plus = ops::binary(BinaryOp::Mul, &part(x, first)?, &part(y, second)?)?;
        let minus = ops::binary(BinaryOp::Mul, &part(x, second)?, &part(y, first)?)?;
        parts.push(ops::binary(BinaryOp::Sub, &plus, &minus)?);
    }
    ops::cat(dimension, parts)
}

/// Element `k` along a dimension.
fn slice(value: &Value, dimension: usize, k: usize) -> Result<Value> {
    use crate::index::Subscript;
    let rank = value.dims().rank().max(dimension + 1);
    let subscripts: Vec<Subscript> = (0..rank)
        .map(|d| if d == dimension { Subscript::Value(Value::scalar((k + 1) as f64)) } else { Subscript::Colon })
        .collect();
    crate::index::get(value, &subscripts, None)
}

/// `dot(x, y)`, `dot(x, y, dim)`.
pub fn dot(call: Call) -> Result<Vec<Value>> {
    let (mut x, mut y) = (call.args[0].clone().full(), call.args[1].clone().full());
    let is_numeric = |v: &Value| v.is_number_like() && !matches!(v, Value::Bool(_) | Value::Char(_));
    if !is_numeric(&x) || !is_numeric(&y) {
        fail!("dot: X and Y must be numeric");
    }
    if call.args.len() == 2 && x.dims().is_vector() && y.dims().is_vector() && x.count() == y.count() {
        (x, y) = (as_column(x), as_column(y));
    }
    let dims = x.dims();
    if dims != y.dims() {
        fail!("dot: sizes of X and Y must match");
    }
    let dimension = match call.args.get(2) {
        None => dims.first_long(),
        Some(dim) => match dim.as_scalar() {
            Some(d) if d.fract() != 0.0 => {
                let text = crate::format::sprintf(b"%g", &[Value::scalar(d)])?;
                fail!("conversion of {} to int value failed", String::from_utf8_lossy(&text));
            }
            Some(d) if d >= 1.0 => d as usize - 1,
            _ => fail!("dot: DIM must be a valid dimension"),
        },
    };
    dot_along(x, y, &dims, dimension).map(|value| vec![value])
}

fn dot_along(x: Value, y: Value, dims: &Dims, dimension: usize) -> Result<Value> {
    let result = if dims.as_slice() == [0, 0] { [1, 0].into() } else { dims.with(dimension, 1) };
    Ok(match (&x, &y) {
        (Value::Double(x), Value::Double(y)) => Value::Double(sums(x, y, dims, dimension, result, |x, y| x * y)),
        (Value::Single(x), Value::Single(y)) => Value::Single(sums(x, y, dims, dimension, result, |x, y| x * y)),
        _ if x.class().is_float() && y.class().is_float() && (x.is_complex() || y.is_complex()) => {
            let (a, b) = (x.to_complex().unwrap_or_default(), y.to_complex().unwrap_or_default());
            let product = Value::Complex(sums(&a, &b, dims, dimension, result, |x, y| x.conj() * y)).narrow();
            let single = [&x, &y].iter().any(|v| v.class() == crate::value::Class::Single);
            if single { ops::convert(&product, crate::value::Class::Single)? } else { product }
        }
        _ if x.class().is_float() && y.class().is_float() => {
            let single = |v: &Value| v.to_doubles().unwrap_or_default().map(|&x| x as f32);
            Value::Single(sums(&single(&x), &single(&y), dims, dimension, result, |x, y| x * y))
        }
        _ => {
            let product = ops::binary(BinaryOp::Mul, &x, &y)?;
            let class = product.class();
            let products = product.to_doubles().unwrap_or_default();
            let ones = products.map(|_| 1.0);
            let sum = Value::Double(sums(&products, &ones, dims, dimension, result, |x, y| x * y));
            ops::convert(&sum, class)?
        }
    })
}

/// Sums of products along a dimension, from the first to the last.
fn sums<T, F>(x: &Array<T>, y: &Array<T>, dims: &Dims, dimension: usize, result: Dims, product: F) -> Array<T>
where
    T: Copy + Default + std::ops::AddAssign,
    F: Fn(T, T) -> T,
{
    let extent = dims.get(dimension);
    let stride: usize = (0..dimension).map(|d| dims.get(d)).product();
    let (x, y) = (x.as_slice(), y.as_slice());
    let values = (0..result.count()).map(|k| {
        let start = k / stride.max(1) * stride * extent + k % stride.max(1);
        let mut sum = T::default();
        for step in 0..extent {
            sum += product(x[start + step * stride], y[start + step * stride]);
        }
        sum
    });
    let values = values.collect();
    Array::new(result, values)
}
