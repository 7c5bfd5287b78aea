//! `detrend`, `sinc`, `unwrap`.

use crate::builtins::Call;
use crate::lapack::blas::gemm;
use crate::lapack::{Mat, least_squares};
use crate::value::{Array, Complex64};
use crate::{Result, Value, fail, ops};
use std::f64::consts::PI;

/// `detrend(x)`, `detrend(x, p)`: what a polynomial of degree `p` leaves of each column.
pub fn detrend(call: Call) -> Result<Vec<Value>> {
    let x = call.args[0].clone().full();
    let numeric = x.is_number_like() && !x.is_text();
    let Some(array) = x.to_doubles().filter(|_| numeric && x.dims().rank() == 2) else {
        fail!("detrend: X must be a numeric vector or matrix");
    };
    if x.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    let degree = match call.args.get(1) {
        None => 1,
        Some(p) => match (p.as_text().as_deref().filter(|_| p.is_text()), p.as_count()) {
            (Some("constant"), _) => 0,
            (Some("linear"), _) => 1,
            (None, Some(degree)) if p.is_scalar() && degree < 1000 => degree,
            _ => fail!("detrend: P must be \"constant\", \"linear\", or a positive integer"),
        },
    };
    let dims = x.dims();
    let rows = if dims.is_vector() { dims.count() } else { dims.rows() };
    let b = Mat::from_fn(rows, degree + 1, |i, j| ((i + 1) as f64).powi(j as i32));
    let y = Mat::new(rows, dims.count() / rows, array.as_slice().to_vec());
    let coefficients = if rows == degree + 1 {
        crate::builtins::linalg::solve::solve(b.clone(), y.clone()).0
    } else {
        match least_squares::solve(b.clone(), y.clone()) {
            Some((coefficients, _)) => coefficients,
            None => fail!("detrend: least squares did not converge"),
        }
    };
    let trend = gemm(&b, &coefficients);
    let rest = y.data.iter().zip(&trend.data).map(|(y, trend)| y - trend).collect();
    Ok(vec![Value::Double(Array::new(dims, rest))])
}

/// `sinc(x)`: `sin(pi x) / (pi x)`.
pub fn sinc(call: Call) -> Result<Vec<Value>> {
    let x = call.args[0].clone().full();
    let f = |x: f64| if x == 0.0 { 1.0 } else { (PI * x).sin() / (PI * x) };
    Ok(vec![match &x {
        Value::Single(array) => Value::Single(array.map(|&x| {
            let t = std::f32::consts::PI * x;
            if x == 0.0 { 1.0 } else { t.sin() / t }
        })),
        Value::Complex(_) | Value::SingleComplex(_) => {
            let array = x.to_complex().unwrap_or_default();
            Value::Complex(array.map(|&z| {
                let t = Complex64::new(PI * z.re, PI * z.im);
                if z == Complex64::default() { Complex64::new(1.0, 0.0) } else { t.sin() / t }
            }))
            .narrow()
        }
        other => match other.to_doubles() {
            Some(array) => Value::Double(array.map(|&x| f(x))),
            None => fail!("binary operator '!=' not implemented for '{}' by 'scalar' operations", x.kind_name()),
        },
    }])
}

/// `unwrap(x)`, `unwrap(x, tol)`, `unwrap(x, tol, dim)`: multiples of 2 pi added where steps are greater than the tolerance.
pub fn unwrap(call: Call) -> Result<Vec<Value>> {
    let x = call.args[0].clone().full();
    let numeric = x.is_number_like() && !x.is_text();
    let Some(array) = x.to_doubles().filter(|_| numeric) else {
        fail!("unwrap: X must be a numeric matrix or vector");
    };
    let tolerance = match call.args.get(1) {
        Some(tolerance) if !tolerance.is_empty() => tolerance.as_scalar().unwrap_or(PI).abs(),
        _ => PI,
    };
    let dims = x.dims();
    let dimension = match call.args.get(2) {
        None => dims.first_long(),
        Some(dim) => match dim.as_count() {
            Some(d) if d >= 1 && d <= dims.rank() => d - 1,
            _ => fail!("unwrap: DIM must be an integer and a valid dimension"),
        },
    };
    let extent = dims.get(dimension);
    if extent < 2 {
        return Ok(vec![x]);
    }
    let stride: usize = (0..dimension).map(|d| dims.get(d)).product();
    let mut y = array.as_slice().to_vec();
    let period = 2.0 * PI;
    for line in 0..y.len() / extent {
        let at = |k: usize| line / stride * stride * extent + line % stride + k * stride;
        let mut shift = 0.0;
        for k in 1..extent {
            let step = array.as_slice()[at(k - 1)] - array.as_slice()[at(k)];
            let sign = f64::from(u8::from(step > tolerance)) - f64::from(u8::from(step < -tolerance));
            shift += (step.abs() / period).round() * period * sign;
            y[at(k)] += shift;
        }
    }
    let y = Value::Double(Array::new(dims, y));
    Ok(vec![if x.class() == crate::value::Class::Single { ops::convert(&y, x.class())? } else { y }])
}
