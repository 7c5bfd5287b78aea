//! `givens` and `planerot`.

use super::Call;
use super::matrix::mat_value;
use crate::lapack::Mat;
use crate::lapack::blas::gemm;
use crate::lapack::symmetric::Rotation;
use crate::value::Complex64;
use crate::{Error, Result, Value, fail};

/// `G = givens(x, y)`, `[c, s] = givens(x, y)`.
pub fn givens(call: Call) -> Result<Vec<Value>> {
    let (x, y) = (scalar(&call.args[0])?, scalar(&call.args[1])?);
    let (c, s) = rotation(x, y);
    if call.nargout > 1 {
        return Ok(vec![Value::scalar(c), Value::Complex(crate::value::Array::scalar(s)).narrow()]);
    }
    Ok(vec![mat_value(matrix(c, s))])
}

fn scalar(value: &Value) -> Result<Complex64> {
    if value.is_text() {
        fail!("invalid conversion from string to real scalar");
    }
    let element = value.to_complex().and_then(|array| array.as_slice().first().copied());
    element.ok_or_else(|| Error::new(format!("givens: wrong type argument '{}'", value.kind_name())))
}

/// The rotation that maps `(x, y)` to `(r, 0)`; for complex numbers zlartg's.
fn rotation(x: Complex64, y: Complex64) -> (f64, Complex64) {
    if x.im == 0.0 && y.im == 0.0 {
        let Rotation { c, s, .. } = Rotation::new(x.re, y.re);
        return (c, Complex64::new(s, 0.0));
    }
    let (f, g) = (x.norm_sqr(), y.norm_sqr());
    if g == 0.0 {
        return (1.0, Complex64::default());
    }
    if f == 0.0 {
        return (0.0, y.conj() / g.sqrt());
    }
    let sum = f + g;
    let d = (f * sum).sqrt();
    (f / d, y.conj() * (x / d))
}

fn matrix(c: f64, s: Complex64) -> Mat<Complex64> {
    let c = Complex64::new(c, 0.0);
    Mat::new(2, 2, vec![c, -s.conj(), s, c])
}

/// `[G, y] = planerot(x)`: `y = G * x` with a zero second element.
pub fn planerot(call: Call) -> Result<Vec<Value>> {
    let x = &call.args[0];
    if !x.dims().is_vector() || x.count() != 2 {
        fail!("planerot: X must be a 2-element vector");
    }
    let Some(elements) = x.to_complex() else { fail!("planerot: X must be a 2-element vector") };
    let (first, second) = (elements.as_slice()[0], elements.as_slice()[1]);
    let (c, s) = rotation(first, second);
    let g = matrix(c, s);
    let y = gemm(&g, &Mat::new(2, 1, vec![first, second]));
    Ok(vec![mat_value(g), mat_value(y)])
}
