//! `norm`, `vecnorm`, `cond`, `normest`.

use super::matrix::{Element, Matrix, column_value, each, mat_value};
use super::{Call, Warning};
use crate::lapack::blas::{gemm, norm_inf, norm_one};
use crate::lapack::{Mat, Real, Scalar, svd, triangular};
use crate::value::{Array, Dims};
use crate::{Result, Value, fail};

/// Which norm.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    P(f64),
    Frobenius,
}

/// Of the whole array or of each row or column.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Along {
    Whole,
    Rows,
    Columns,
}

/// `norm(A)`, `norm(A, p)`, `norm(A, p, opt)`, `norm(A, opt)`.
pub fn norm(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    let (kind, along) = options(&call.args[1..])?;
    if a.dims().rank() > 2 {
        fail!("norm: only valid for 2-D objects");
    }
    let m = float_matrix(a)?;
    if m.is_empty() && along == Along::Whole {
        return Ok(vec![Value::scalar(0.0)]);
    }
    let value = each!(m, m => match along {
        Along::Whole => column_value(vec![whole(m, kind)?]),
        Along::Rows => column_value(
            (0..m.rows).map(|i| vector(&m.part(i..i + 1, 0..m.cols).data, kind)).collect(),
        ),
        Along::Columns => {
            let norms = (0..m.cols).map(|j| vector(m.col(j), kind)).collect();
            mat_value(Mat::new(1, m.cols, norms))
        }
    });
    Ok(vec![value])
}

/// Norms have arguments of floating point classes only.
fn float_matrix(a: &Value) -> Result<Matrix> {
    if !a.class().is_float() {
        fail!("xnorm: wrong type argument '{}'", a.type_name());
    }
    Matrix::argument(a, "xnorm")
}

fn options(args: &[Value]) -> Result<(Kind, Along)> {
    let (mut kind, mut along) = (Kind::P(2.0), Along::Whole);
    for arg in args {
        let Some(text) = arg.as_text().filter(|_| arg.is_text()) else {
            if let Some(p) = arg.as_scalar() {
                kind = Kind::P(p);
            }
            continue;
        };
        match text.to_ascii_lowercase().as_str() {
            "inf" => kind = Kind::P(f64::INFINITY),
            "-inf" => kind = Kind::P(f64::NEG_INFINITY),
            "fro" => kind = Kind::Frobenius,
            "rows" => along = Along::Rows,
            "columns" | "cols" => along = Along::Columns,
            _ => fail!("norm: unrecognized option: {text}"),
        }
    }
    Ok((kind, along))
}

fn whole<T: Element>(m: Mat<T>, kind: Kind) -> Result<T::Real> {
    if m.rows == 1 || m.cols == 1 || kind == Kind::Frobenius {
        return Ok(vector(&m.data, kind));
    }
    let Kind::P(p) = kind else { return Ok(T::Real::ZERO) };
    if p == 1.0 {
        Ok(norm_one(&m))
    } else if p == f64::INFINITY {
        Ok(norm_inf(&m))
    } else if p == 2.0 {
        let nan = T::Real::ZERO / T::Real::ZERO;
        if !m.all_finite() {
            return Ok(nan);
        }
        Ok(svd::values(m).and_then(|s| s.first().copied()).unwrap_or(nan))
    } else if p > 1.0 {
        Ok(general(&m, p))
    } else {
        fail!("xnorm: p must be >= 1")
    }
}

/// The norm of a vector. The Euclidean one is that of real and imaginary parts.
fn vector<T: Scalar>(x: &[T], kind: Kind) -> T::Real {
    match kind {
        Kind::Frobenius | Kind::P(2.0) if T::IS_COMPLEX => euclidean(x.iter().flat_map(|x| [x.real(), x.imag()])),
        Kind::Frobenius | Kind::P(2.0) => euclidean(x.iter().map(|x| x.real())),
        _ => of_magnitudes(x.iter().map(|x| x.abs()), kind),
    }
}

fn of_magnitudes<R: Real>(magnitudes: impl Iterator<Item = R>, kind: Kind) -> R {
    match kind {
        Kind::Frobenius => euclidean(magnitudes),
        Kind::P(p) if p == f64::INFINITY => {
            magnitudes.fold(R::ZERO, |most, x| if x.is_nan_real() || most < x { x } else { most })
        }
        Kind::P(p) if p == f64::NEG_INFINITY => {
            let infinity = R::ONE / R::ZERO;
            magnitudes.fold(infinity, |least, x| if x.is_nan_real() || x < least { x } else { least })
        }
        Kind::P(1.0) => magnitudes.fold(R::ZERO, |sum, x| sum + x),
        Kind::P(0.0) => magnitudes.fold(R::ZERO, |count, x| if x == R::ZERO { count } else { count + R::ONE }),
        Kind::P(p) if p > 0.0 => scaled_power(magnitudes, R::from_f64(p)),
        Kind::P(_) => R::ONE / R::ZERO,
    }
}

/// The sum of squares relative to the greatest element so far.
fn euclidean<R: Real>(parts: impl Iterator<Item = R>) -> R {
    let (mut scale, mut sum) = (R::ZERO, R::ONE);
    for x in parts {
        let x = x.abs();
        if scale == x {
            if x != R::ZERO {
                sum += R::ONE;
            }
        } else if scale < x {
            let ratio = scale / x;
            sum = sum * (ratio * ratio) + R::ONE;
            scale = x;
        } else if x != R::ZERO {
            let ratio = x / scale;
            sum += ratio * ratio;
        }
    }
    scale * sum.sqrt()
}

fn scaled_power<R: Real>(magnitudes: impl Iterator<Item = R>, p: R) -> R {
    let (mut scale, mut sum) = (R::ZERO, R::ONE);
    for x in magnitudes {
        if scale == x {
            if x != R::ZERO {
                sum += R::ONE;
            }
        } else if scale < x {
            sum = sum * (scale / x).powf(p) + R::ONE;
            scale = x;
        } else if x != R::ZERO {
            sum += (x / scale).powf(p);
        }
    }
    scale * sum.powf(R::ONE / p)
}

/// The p-norm of a matrix: the power method from the best column and from the vector of ones (Boyd; Higham 1992).
fn general<T: Element>(a: &Mat<T>, p: f64) -> T::Real {
    let q = p / (p - 1.0);
    let size = |x: &[T], p: f64| vector(x, Kind::P(p));
    let adjoint = a.adjoint();
    let column = |k: usize| Mat::from_fn(a.cols, 1, |i, _| if i == k { T::ONE } else { T::ZERO });
    let starts = (0..a.cols).map(column).chain([Mat::from_fn(a.cols, 1, |_, _| T::ONE)]);
    let mut best = T::Real::ZERO;
    for mut x in starts {
        let mut last = T::Real::ZERO;
        for _ in 0..256 {
            let length = size(&x.data, p);
            x.data.iter_mut().for_each(|x| *x = x.scale(T::Real::ONE / length));
            let y = gemm(a, &x);
            let gain = size(&y.data, p);
            best = best.larger(gain);
            if !(gain > last) || gain - last <= gain * T::Real::EPS {
                break;
            }
            last = gain;
            let z = gemm(&adjoint, &dual(&y, p));
            x = dual(&z, q);
        }
    }
    best
}

/// The vector whose product with `y` attains the norm.
fn dual<T: Element>(y: &Mat<T>, p: f64) -> Mat<T> {
    y.map(|&y| {
        let size = y.abs();
        if size == T::Real::ZERO { y } else { y.scale(size.powf(T::Real::from_f64(p - 2.0))) }
    })
}

/// `cond(A)`, `cond(A, p)`.
pub fn cond(mut call: Call) -> Result<Vec<Value>> {
    let a = call.args[0].clone();
    if a.dims().rank() > 2 {
        fail!("cond: A must be a 2-D matrix");
    }
    if a.is_empty() {
        return Ok(vec![Value::scalar(0.0)]);
    }
    let (kind, _) = options(&call.args[1..])?;
    let m = Matrix::argument(&a, "cond")?;
    if kind == Kind::P(2.0) {
        if !m.all_finite() {
            fail!("cond: A must not contain Inf or NaN values");
        }
        return Ok(vec![each!(m, m => column_value(vec![spectral(m)?]))]);
    }
    if !m.is_square() {
        fail!("inverse: A must be a square matrix");
    }
    let (value, rcond) = each!(m, m => {
        let (inverse, rcond) = super::determinant::inverse(m.clone());
        (column_value(vec![whole(m, kind)? * whole(inverse, kind)?]), rcond.to_f64())
    });
    if triangular::is_singular(rcond) {
        Warning::singular(rcond).issue(&mut call);
    }
    Ok(vec![value])
}

/// The quotient of the greatest and the least singular value.
fn spectral<T: Element>(m: Mat<T>) -> Result<T::Real> {
    let Some(values) = svd::values(m) else { fail!("svd: failed to converge") };
    let (most, least) = (values[0], values[values.len() - 1]);
    let infinite = most == T::Real::ZERO || least == T::Real::ZERO;
    Ok(if infinite { T::Real::ONE / T::Real::ZERO } else { most / least })
}

/// `vecnorm(A)`, `vecnorm(A, p)`, `vecnorm(A, p, dim)`.
pub fn vecnorm(call: Call) -> Result<Vec<Value>> {
    let a = call.args[0].clone().full();
    if !a.is_number_like() || matches!(a, Value::Bool(_) | Value::Char(_)) {
        fail!("vecnorm: A must be numeric");
    }
    let p = match call.args.get(1) {
        None => 2.0,
        Some(p) => match p.as_scalar() {
            Some(value) if p.is_scalar() && !p.is_text() && value > 0.0 => value,
            _ => fail!("vecnorm: P must be positive real scalar or Inf"),
        },
    };
    let dims = a.dims();
    let dimension = match call.args.get(2) {
        None => dims.first_long(),
        Some(dim) => match dim.as_count() {
            Some(dim) if dim > 0 => dim - 1,
            _ => fail!("vecnorm: DIM must be a positive integer"),
        },
    };
    Ok(vec![match &a {
        Value::Single(array) => Value::Single(along(array, &dims, dimension, p)),
        Value::SingleComplex(array) => Value::Single(along(array, &dims, dimension, p)),
        Value::Complex(array) => Value::Double(along(array, &dims, dimension, p)),
        other => Value::Double(along(&other.to_doubles().unwrap_or_default(), &dims, dimension, p)),
    }])
}

fn along<T: Scalar>(array: &Array<T>, dims: &Dims, dimension: usize, p: f64) -> Array<T::Real> {
    let extent = dims.get(dimension);
    let stride: usize = (0..dimension).map(|d| dims.get(d)).product();
    let result = dims.with(dimension, 1);
    let result = if dims.as_slice() == [0, 0] && dimension == 0 { [1, 0].into() } else { result };
    let values = array.as_slice();
    let norms = (0..result.count()).map(|k| {
        let start = k / stride.max(1) * stride * extent + k % stride.max(1);
        power_norm((0..extent).map(|step| values[start + step * stride]), p)
    });
    Array::new(result.clone(), norms.collect())
}

/// The p-norm by plain sums of powers.
fn power_norm<T: Scalar>(values: impl Iterator<Item = T>, p: f64) -> T::Real {
    let zero = T::Real::ZERO;
    if p == f64::INFINITY {
        values.fold(zero, |most, x| if most < x.abs() { x.abs() } else { most })
    } else if p == 1.0 {
        values.fold(zero, |sum, x| sum + x.abs())
    } else if p == 2.0 {
        values.fold(zero, |sum, x| sum + (x.real() * x.real() + x.imag() * x.imag())).sqrt()
    } else {
        let p = T::Real::from_f64(p);
        values.fold(zero, |sum, x| sum + x.abs().powf(p)).powf(T::Real::ONE / p)
    }
}

/// `normest(A)`, `normest(A, tol)`, `[n, count] = normest(...)`: the 2-norm by the power method from the column sums.
pub fn normest(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    if !a.class().is_float() || a.dims().rank() > 2 {
        fail!("normest: A must be a numeric 2-D matrix");
    }
    let tolerance = call.args.get(1).and_then(Value::as_scalar).unwrap_or(1e-6);
    let m = Matrix::argument(a, "normest")?;
    if m.is_empty() {
        return Ok(vec![Value::scalar(0.0), Value::scalar(0.0)]);
    }
    let (value, count) = each!(m, m => {
        let (value, count) = power_method(&m, tolerance);
        (column_value(vec![value]), count)
    });
    Ok(vec![value, Value::scalar(count)])
}

fn power_method<T: Element>(a: &Mat<T>, tolerance: f64) -> (T::Real, f64) {
    let size = |x: &Mat<T>| vector(&x.data, Kind::Frobenius);
    let adjoint = a.adjoint();
    let mut x =
        Mat::from_fn(a.cols, 1, |j, _| T::from_real(a.col(j).iter().fold(T::Real::ZERO, |sum, x| sum + x.abs())));
    let (mut estimate, mut before, mut count) = (size(&x), T::Real::ZERO, 0.0);
    while (estimate - before).abs() > T::Real::from_f64(tolerance) * estimate && count < 1000.0 {
        before = estimate;
        let y = gemm(a, &x);
        x = gemm(&adjoint, &y);
        let length = size(&x);
        estimate = length / size(&y);
        x.data.iter_mut().for_each(|x| *x = x.scale(T::Real::ONE / length));
        count += 1.0;
    }
    (estimate, count)
}
