//! Polynomials as vectors of coefficients, the highest power first. Roots are eigenvalues of companion matrices.

use crate::builtins::Call;
use crate::builtins::reductions::means::mean_along;
use crate::builtins::reductions::options::{divide, subtract};
use crate::builtins::reductions::variance::deviation_along;
use crate::lapack::{self, Mat};
use crate::ops;
use crate::value::{Array, Class, Complex64, StructArray, Value};
use crate::{Error, Result, fail};
use raddle_matlab::ast::BinaryOp;

/// A row if `like` is one, else a column; real if it can be.
pub fn vector_like(like: &Value, values: Vec<Complex64>) -> Value {
    let dims = if like.dims().rows() == 1 { [1, values.len()] } else { [values.len(), 1] };
    Value::Complex(Array::new(dims.into(), values)).narrow()
}

fn row(values: Vec<Complex64>) -> Value {
    Value::Complex(Array::row(values)).narrow()
}

/// Singles stay singles.
pub fn in_class(class: Class, value: Value) -> Result<Value> {
    if class == Class::Single { ops::convert(&value, Class::Single) } else { Ok(value) }
}

fn coefficients(value: &Value) -> Option<Vec<Complex64>> {
    let vector = value.dims().is_vector() || value.is_empty();
    value.to_complex().filter(|_| vector && !value.is_text()).map(Array::into_vec)
}

/// `[y, dy] = polyval(p, x, s, mu)`
pub fn polyval(call: Call) -> Result<Vec<Value>> {
    let (p, x) = (&call.args[0], &call.args[1]);
    if call.nargout > 1 && call.args.len() < 3 {
        return Err(Error::invalid_call("polyval"));
    }
    let vector = (p.dims().is_vector() || p.is_empty()) && p.class().is_float();
    let Some(p) = p.to_complex().filter(|_| vector) else {
        fail!("polyval: P must be a numeric floating point vector");
    };
    let x = match call.args.get(3) {
        Some(mu) => {
            let mu = mu.to_doubles().unwrap_or_default();
            let [mean, deviation] = mu.as_slice() else { fail!("polyval: MU must be a vector with two elements") };
            divide(&subtract(x, &Value::scalar(*mean))?, &Value::scalar(*deviation))?
        }
        None => x.clone().full(),
    };
    let y = horner(p.as_slice(), &x)?;
    if call.nargout < 2 {
        return Ok(vec![y]);
    }
    let Value::Struct(fit) = &call.args[2] else { fail!("polyval: third input must be a structure") };
    let error = prediction_error(fit, &x, p.len())?;
    Ok(vec![y, error])
}

fn horner(p: &[Complex64], x: &Value) -> Result<Value> {
    if x.is_empty() {
        return Ok(Value::empty());
    }
    let Some((&first, rest)) = p.split_first() else {
        return Ok(Value::Double(Array::filled(x.dims(), 0.0)));
    };
    if let (Some(array), true) = (x.to_doubles(), p.iter().all(|c| c.im == 0.0)) {
        let y = array.map(|&x| rest.iter().fold(first.re, |y, c| y * x + c.re));
        return in_class(x.class(), Value::Double(y));
    }
    let Some(array) = x.to_complex() else { fail!("polyval: X must be a numeric floating point vector") };
    let y = array.map(|&x| rest.iter().fold(first, |y, &c| y * x + c));
    in_class(x.class(), Value::Complex(y).narrow())
}

/// The standard error of predictions at `x`, from the structure that `polyfit` made.
fn prediction_error(fit: &StructArray, x: &Value, count: usize) -> Result<Value> {
    let field = |name: &str| fit.get(name, 0).and_then(Value::to_doubles);
    let (Some(c), Some(normr), Some(df), Some(x)) = (field("C"), field("normr"), field("df"), x.to_doubles()) else {
        fail!("polyval: S must have the fields that polyfit makes");
    };
    if c.len() != count * count {
        fail!("polyval: S must have the fields that polyfit makes");
    }
    let scale = normr.as_slice().first().copied().unwrap_or(0.0) / df.as_slice().first().copied().unwrap_or(0.0).sqrt();
    let error = x.map(|&x| {
        let powers: Vec<f64> = (0..count).map(|k| x.powi((count - 1 - k) as i32)).collect();
        let mut sum = 0.0;
        for (j, pj) in powers.iter().enumerate() {
            for (i, pi) in powers.iter().enumerate() {
                sum += pi * c.as_slice()[j * count + i] * pj;
            }
        }
        (1.0 + sum).sqrt() * scale
    });
    Ok(Value::Double(error))
}

/// `[p, s, mu] = polyfit(x, y, n)`: least squares through a pivoted orthogonal factorization.
pub fn polyfit(call: Call) -> Result<Vec<Value>> {
    let (x, y, n) = (&call.args[0], &call.args[1], &call.args[2]);
    if x.dims() != y.dims() && !(x.dims().is_vector() && y.dims().is_vector() && x.count() == y.count()) {
        fail!("polyfit: X and Y must have the same number of points");
    }
    let mask = (n.class() == Class::Bool && !n.is_scalar()).then(|| n.to_doubles().unwrap_or_default());
    let degree = match &mask {
        Some(mask) => mask.len().saturating_sub(1),
        None => match n.as_count().filter(|_| n.is_scalar()) {
            Some(degree) => degree,
            None => fail!("polyfit: N must be a non-negative integer"),
        },
    };
    let (Some(points), Some(values)) = (x.to_doubles(), y.to_complex()) else {
        fail!("polyfit: X and Y must be numeric");
    };
    let mut mu = None;
    let mut points = points.into_vec();
    if call.nargout > 2 {
        let column = Value::column(points.clone());
        let mean = mean_along(&column, 0)?.as_scalar().unwrap_or(0.0);
        let deviation = deviation_along(&column, 0, 0.0)?.as_scalar().unwrap_or(1.0);
        points = points.into_iter().map(|x| (x - mean) / deviation).collect();
        mu = Some(Value::column(vec![mean, deviation]));
    }
    let keep: Vec<bool> = (0..=degree).map(|k| mask.as_ref().is_none_or(|mask| mask.as_slice()[k] != 0.0)).collect();
    let design = vandermonde(&points, &keep);
    let fit = Fit::new(design, values.as_slice());
    let mut p = vec![Complex64::default(); degree + 1];
    for (slot, value) in p.iter_mut().zip(&keep).filter(|(_, keep)| **keep).map(|pair| pair.0).zip(&fit.solution) {
        *slot = *value;
    }
    let mut outputs = vec![row(p)];
    if call.nargout > 1 {
        outputs.push(fit.describe(y)?);
    }
    outputs.extend(mu);
    Ok(outputs)
}

/// Columns of powers, from the highest down, as products of one multiplication each.
fn vandermonde(points: &[f64], keep: &[bool]) -> Mat<f64> {
    let degree = keep.len() - 1;
    let columns: Vec<usize> = (0..=degree).filter(|&k| keep[k]).collect();
    Mat::from_fn(points.len(), columns.len(), |i, j| points[i].powi((degree - columns[j]) as i32))
}

/// A least-squares fit.
struct Fit {
    design: Mat<f64>,
    upper: Mat<f64>,
    order: Vec<usize>,
    solution: Vec<Complex64>,
    values: Vec<Complex64>,
}

impl Fit {
    fn new(design: Mat<f64>, values: &[Complex64]) -> Fit {
        let cols = design.cols;
        let (factors, order) = lapack::qr::factor_pivoted(design.clone());
        let (q, upper) = (factors.q(cols), factors.r(cols));
        let part = |f: fn(&Complex64) -> f64| {
            let b = Mat::new(values.len(), 1, values.iter().map(f).collect());
            let mut x = lapack::qr::project(&q, &b).data;
            back_substitute(&upper, &mut x);
            x
        };
        let (re, im) = (part(|z| z.re), part(|z| z.im));
        let mut solution = vec![Complex64::default(); cols];
        for (k, &column) in order.iter().enumerate() {
            solution[column] = Complex64::new(re[k], im[k]);
        }
        Fit { design, upper, order, solution, values: values.to_vec() }
    }

    /// The second output of `polyfit`.
    fn describe(&self, y: &Value) -> Result<Value> {
        let n = self.design.cols;
        let fitted: Vec<Complex64> = (0..self.design.rows)
            .map(|i| {
                // As `polyval` computes it.
                let x = if n > 1 { self.design[(i, n - 2)] } else { 1.0 };
                let first = self.solution[0];
                self.solution[1..].iter().fold(first, |sum, &c| sum * x + c)
            })
            .collect();
        let residual: f64 = fitted.iter().zip(&self.values).map(|(f, y)| (y - f).norm_sqr()).sum::<f64>().sqrt();
        let matrix = |m: &Mat<f64>| Value::Double(Array::new([m.rows, m.cols].into(), m.data.clone()));
        let freedom = self.design.rows.saturating_sub(n) as f64;
        let mut fit = StructArray::scalar();
        fit.set("yf", 0, Value::Complex(Array::new(y.dims(), fitted)).narrow());
        fit.set("X", 0, matrix(&self.design));
        fit.set("R", 0, matrix(&self.upper));
        fit.set("C", 0, matrix(&self.covariance()));
        fit.set("df", 0, Value::scalar(freedom));
        fit.set("normr", 0, Value::scalar(residual));
        Ok(Value::structs(fit))
    }

    /// The inverse of `R' R` in the order of the coefficients.
    fn covariance(&self) -> Mat<f64> {
        let n = self.upper.cols;
        let mut inverse = Mat::identity(n);
        for j in 0..n {
            back_substitute(&self.upper, inverse.col_mut(j));
        }
        let mut result = Mat::zeros(n, n);
        for i in 0..n {
            for j in 0..n {
                let sum = (0..n).map(|k| inverse[(i, k)] * inverse[(j, k)]).sum();
                result[(self.order[i], self.order[j])] = sum;
            }
        }
        result
    }
}

fn back_substitute(upper: &Mat<f64>, x: &mut [f64]) {
    for j in (0..upper.cols).rev() {
        x[j] /= upper[(j, j)];
        let value = x[j];
        for (i, x) in x.iter_mut().enumerate().take(j) {
            *x -= value * upper[(i, j)];
        }
    }
}

/// `roots(p)`: a column; zeros at the end of the coefficients are roots at zero.
pub fn roots(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let Some(p) = coefficients(value) else { return Err(Error::invalid_call("roots")) };
    if p.iter().any(|c| !c.is_finite()) {
        fail!("roots: inputs must not contain Inf or NaN");
    }
    let nonzero = |c: &Complex64| *c != Complex64::default();
    let (Some(first), Some(last)) = (p.iter().position(nonzero), p.iter().rposition(nonzero)) else {
        return Ok(vec![Value::empty()]);
    };
    let degree = last - first;
    let mut roots = if degree == 0 { vec![] } else { companion_roots(&p[first..=last])? };
    roots.extend(std::iter::repeat_n(Complex64::default(), p.len() - 1 - last));
    Ok(vec![in_class(value.class(), Value::Complex(Array::column(roots)).narrow())?])
}

fn companion(p: &[Complex64]) -> Mat<Complex64> {
    let n = p.len() - 1;
    Mat::from_fn(n, n, |i, j| match i {
        0 => -p[j + 1] / p[0],
        i if i == j + 1 => Complex64::new(1.0, 0.0),
        _ => Complex64::default(),
    })
}

/// The roots of a polynomial whose first coefficient is not zero.
fn companion_roots(p: &[Complex64]) -> Result<Vec<Complex64>> {
    let matrix = if p.iter().all(|c| c.im == 0.0) {
        let real: Vec<f64> = p.iter().map(|c| c.re).collect();
        let n = real.len() - 1;
        let m = Mat::from_fn(n, n, |i, j| match i {
            0 => -real[j + 1] / real[0],
            i if i == j + 1 => 1.0,
            _ => 0.0,
        });
        lapack::eigen::real(m, false, true)
            .map(|eigen| eigen.re.iter().zip(&eigen.im).map(|(&re, &im)| Complex64::new(re, im)).collect::<Vec<_>>())
    } else {
        lapack::eigen::complex(companion(p), false, true).map(|eigen| eigen.0)
    };
    matrix.ok_or_else(|| Error::new("roots: eigenvalues did not converge"))
}

/// `poly(v)`: the polynomial with these roots, or with the eigenvalues of a matrix.
pub fn poly(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let Some(array) = value.to_complex() else { return Err(Error::invalid_call("poly")) };
    if value.is_empty() {
        return Ok(vec![Value::scalar(1.0)]);
    }
    let (rows, cols) = (value.dims().rows(), value.dims().cols());
    let roots = if rows == 1 || cols == 1 {
        array.into_vec()
    } else if rows == cols && value.dims().rank() == 2 {
        eigenvalues(&array)?
    } else {
        return Err(Error::invalid_call("poly"));
    };
    let mut p = vec![Complex64::default(); roots.len() + 1];
    p[0] = Complex64::new(1.0, 0.0);
    for (j, root) in roots.iter().enumerate() {
        for k in (0..=j).rev() {
            let step = root * p[k];
            p[k + 1] -= step;
        }
    }
    // Roots in conjugate pairs have a real polynomial.
    let mut pairs: Vec<Complex64> = roots.iter().filter(|z| z.im != 0.0).copied().collect();
    while let Some(z) = pairs.pop() {
        match pairs.iter().position(|other| *other == z.conj()) {
            Some(k) => {
                pairs.swap_remove(k);
            }
            None => return Ok(vec![row(p)]),
        }
    }
    Ok(vec![in_class(value.class(), Value::row(p.iter().map(|z| z.re).collect()))?])
}

fn eigenvalues(array: &Array<Complex64>) -> Result<Vec<Complex64>> {
    let n = array.dims().rows();
    let values = if array.iter().all(|z| z.im == 0.0) {
        let m = Mat::new(n, n, array.iter().map(|z| z.re).collect());
        lapack::eigen::real(m, false, true)
            .map(|eigen| eigen.re.iter().zip(&eigen.im).map(|(&re, &im)| Complex64::new(re, im)).collect())
    } else {
        lapack::eigen::complex(Mat::new(n, n, array.as_slice().to_vec()), false, true).map(|eigen| eigen.0)
    };
    values.ok_or_else(|| Error::new("poly: eigenvalues did not converge"))
}

/// `polyvalm(p, x)`: of a square matrix.
pub fn polyvalm(call: Call) -> Result<Vec<Value>> {
    let (p, x) = (&call.args[0], call.args[1].clone().full());
    let Some(p) = coefficients(p) else {
        fail!("polyvalm: first argument must be a vector");
    };
    let n = x.dims().rows();
    if x.dims() != [n, n].into() {
        fail!("polyvalm: second argument must be a square matrix");
    }
    let identity = |c: Complex64| {
        let values = (0..n * n).map(|k| if k % n == k / n { c } else { Complex64::default() }).collect();
        Value::Complex(Array::new([n, n].into(), values)).narrow()
    };
    let Some((&first, rest)) = p.split_first() else { return Ok(vec![Value::Double(Array::filled(x.dims(), 0.0))]) };
    let mut y = identity(first);
    for &c in rest {
        y = ops::binary(BinaryOp::Add, &ops::binary(BinaryOp::MatMul, &y, &x)?, &identity(c))?;
    }
    Ok(vec![y])
}

/// `polyder(p)`, `polyder(a, b)` of a product, `[q, d] = polyder(b, a)` of a quotient.
pub fn polyder(call: Call) -> Result<Vec<Value>> {
    let polynomials: Option<Vec<Vec<Complex64>>> =
        call.args.iter().map(|value| coefficients(value).filter(|p| !p.is_empty())).collect();
    let polynomials = match polynomials {
        Some(polynomials) => polynomials,
        None if call.args.len() == 1 => fail!("polyder: argument must be a vector"),
        None => fail!("polyder: all arguments must be vectors"),
    };
    match &polynomials[..] {
        [p] => Ok(vec![row(derivative(p))]),
        [a, b, ..] if call.nargout < 2 => Ok(vec![row(derivative(&product(a, b)))]),
        [b, a, ..] => {
            let numerator = difference(&product(&derivative(b), a), &product(b, &derivative(a)));
            Ok(vec![row(without_leading_zeros(numerator)), row(without_leading_zeros(product(a, a)))])
        }
        [] => Err(Error::invalid_call("polyder")),
    }
}

fn derivative(p: &[Complex64]) -> Vec<Complex64> {
    if p.len() == 1 {
        return vec![Complex64::default()];
    }
    let degree = p.len() - 1;
    p[..degree].iter().enumerate().map(|(k, c)| c * (degree - k) as f64).collect()
}

/// The products of all coefficients, summed as `filter` does.
pub fn product(a: &[Complex64], b: &[Complex64]) -> Vec<Complex64> {
    if a.is_empty() || b.is_empty() {
        return vec![];
    }
    (0..a.len() + b.len() - 1)
        .map(|k| {
            let first = (k + 1).saturating_sub(a.len());
            (first..=k.min(b.len() - 1)).fold(Complex64::default(), |sum, j| sum + a[k - j] * b[j])
        })
        .collect()
}

fn difference(a: &[Complex64], b: &[Complex64]) -> Vec<Complex64> {
    let n = a.len().max(b.len());
    let at = |p: &[Complex64], k: usize| (k + p.len()).checked_sub(n).map_or(Complex64::default(), |k| p[k]);
    (0..n).map(|k| at(a, k) - at(b, k)).collect()
}

fn without_leading_zeros(p: Vec<Complex64>) -> Vec<Complex64> {
    let first = p.iter().position(|c| *c != Complex64::default()).unwrap_or(p.len().saturating_sub(1));
    p[first..].to_vec()
}

/// `polyint(p, k)`
pub fn polyint(call: Call) -> Result<Vec<Value>> {
    let Some(p) = coefficients(&call.args[0]) else { fail!("polyint: argument must be a vector") };
    if p.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    let constant = match call.args.get(1) {
        None => 0.0,
        Some(k) => match k.as_scalar().filter(|_| k.is_scalar()) {
            Some(k) => k,
            None => fail!("polyint: the constant of integration must be a scalar"),
        },
    };
    let n = p.len();
    let mut integral: Vec<Complex64> = p.iter().enumerate().map(|(k, c)| c / (n - k) as f64).collect();
    integral.push(constant.into());
    Ok(vec![row(integral)])
}

/// `polyreduce(p)`: without zeros at the front.
pub fn polyreduce(call: Call) -> Result<Vec<Value>> {
    let Some(p) = coefficients(&call.args[0]).filter(|p| !p.is_empty()) else {
        fail!("polyreduce: argument must be a vector");
    };
    Ok(vec![vector_like(&call.args[0], without_leading_zeros(p))])
}

/// `compan(p)`
pub fn compan(call: Call) -> Result<Vec<Value>> {
    let Some(p) = coefficients(&call.args[0]).filter(|p| !p.is_empty()) else {
        fail!("compan: C must be a vector");
    };
    let m = companion(&p);
    Ok(vec![Value::Complex(Array::new([m.rows, m.cols].into(), m.data)).narrow()])
}

/// `polyout(p, x)`: shows a polynomial as text.
pub fn polyout(call: Call) -> Result<Vec<Value>> {
    let Some(p) = call.args[0].to_doubles().filter(|p| p.dims().is_vector()) else {
        fail!("polyout: first argument must be a vector");
    };
    let x = call.args.get(1).map_or(Some("s".into()), Value::as_text);
    let Some(x) = x else { fail!("polyout: second argument must be a string") };
    let number = crate::builtins::reductions::sums::short_number;
    let n = p.len();
    let mut text = String::new();
    for (k, &c) in p.iter().enumerate() {
        let sign = if c < 0.0 { "-" } else { "+" };
        text += &match k {
            0 => number(c),
            _ => format!(" {sign} {}", number(c.abs())),
        };
        if k + 1 < n {
            text += &format!("*{x}^{}", n - 1 - k);
        }
    }
    if call.nargout > 0 {
        return Ok(vec![Value::text(text)]);
    }
    call.session.write(format!("{text}\n").as_bytes());
    Ok(vec![])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complex(values: &[f64]) -> Vec<Complex64> {
        values.iter().map(|&x| x.into()).collect()
    }

    #[test]
    fn products_and_differences() {
        assert_eq!(product(&complex(&[1.0, 2.0, 3.0]), &complex(&[1.0, 1.0])), complex(&[1.0, 3.0, 5.0, 3.0]));
        assert_eq!(difference(&complex(&[1.0, 2.0, 3.0]), &complex(&[1.0, 1.0])), complex(&[1.0, 1.0, 2.0]));
        assert_eq!(without_leading_zeros(complex(&[0.0, 0.0, 1.0, 2.0])), complex(&[1.0, 2.0]));
        assert_eq!(without_leading_zeros(complex(&[0.0, 0.0])), complex(&[0.0]));
    }

    #[test]
    fn roots_of_a_companion_matrix() {
        let roots = companion_roots(&complex(&[1.0, -3.0, 2.0])).unwrap();
        assert_eq!(roots, complex(&[2.0, 1.0]));
    }
}
