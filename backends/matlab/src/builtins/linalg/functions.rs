//! Functions of square matrices: `expm`, `logm`, `sqrtm`.

use super::matrix::{Element, Matrix, diagonal_value, each, mat_value};
use super::{Call, Warning};
use crate::lapack::blas::{gemm, norm_inf, norm_one};
use crate::lapack::scalar::{exp, log, sqrt};
use crate::lapack::{Mat, Real, Scalar, eigen, hessenberg, lu};
use crate::value::{Complex32, Complex64};
use crate::{Result, Value, fail};

/// Refuses what is not square and numeric.
fn operand(a: &Value, function: &str) -> Result<Matrix> {
    let dims = a.dims();
    let numeric = a.is_number_like() && !a.is_text();
    if !numeric || dims.rank() > 2 || dims.rows() != dims.cols() {
        fail!("{function}: A must be a square matrix");
    }
    Matrix::argument(a, function)
}

/// The diagonal with a function applied, if there is nothing else in the matrix.
fn of_diagonal<T: Element>(m: &Mat<T>, f: impl Fn(Complex64) -> Complex64) -> Option<Value> {
    if !m.is_upper() || !m.is_lower() {
        return None;
    }
    let elements: Vec<Complex64> =
        (0..m.rows).map(|i| f(Complex64::new(m[(i, i)].real().to_f64(), m[(i, i)].imag().to_f64()))).collect();
    let single = T::Real::EPS.to_f64() > 1e-10;
    if elements.iter().all(|x| x.im == 0.0) {
        return Some(if single {
            diagonal_value(m.rows, m.rows, elements.iter().map(|x| x.re as f32).collect())
        } else {
            diagonal_value(m.rows, m.rows, elements.iter().map(|x| x.re).collect())
        });
    }
    Some(if single {
        let elements = elements.iter().map(|x| Complex32::new(x.re as f32, x.im as f32)).collect();
        diagonal_value(m.rows, m.rows, elements)
    } else {
        diagonal_value(m.rows, m.rows, elements)
    })
}

/// `expm(A)`: Ward's method (1977): trace reduction, balancing, scaling, the diagonal Padé approximation of order 8, squaring.
pub fn expm(call: Call) -> Result<Vec<Value>> {
    let m = operand(&call.args[0], "expm")?;
    if m.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    Ok(vec![each!(m, m => match of_diagonal(&m, exp) {
        Some(value) => value,
        None => mat_value(exponential(m)),
    })])
}

fn exponential<T: Element>(mut a: Mat<T>) -> Mat<T> {
    let n = a.rows;
    if !a.all_finite() {
        let nan = T::from_real(T::Real::ZERO / T::Real::ZERO);
        return Mat::from_fn(n, n, |_, _| nan);
    }
    let mut trace = T::ZERO;
    (0..n).for_each(|i| trace += a[(i, i)]);
    let shift = trace.over(T::from_real(T::Real::from_f64(n as f64)));
    let shifted = shift.real() > T::Real::ZERO;
    if shifted {
        (0..n).for_each(|i| a[(i, i)] -= shift);
    }
    let balance = hessenberg::balance(&mut a);
    let norm = norm_inf(&a).to_f64();
    let squarings = if norm > 0.0 { (norm.log2().floor() as i32 + 1).clamp(0, 1023) } else { 0 };
    let scale = T::Real::from_f64(2f64.powi(-squarings));
    crate::lapack::blas::scal_real(scale, &mut a.data);
    let mut r = pade(&a);
    for _ in 0..squarings {
        r = gemm(&r, &r);
    }
    undo_balance(&balance, &mut r);
    if shifted {
        let factor = exp(shift);
        r.data.iter_mut().for_each(|x| *x = factor * *x);
    }
    r
}

/// The quotient of polynomials of degree 8 that is nearest to the exponential at zero.
fn pade<T: Element>(a: &Mat<T>) -> Mat<T> {
    const DEGREE: usize = 8;
    let mut coefficients = [1.0; DEGREE + 1];
    for k in 1..=DEGREE {
        coefficients[k] = coefficients[k - 1] * (DEGREE + 1 - k) as f64 / (k * (2 * DEGREE + 1 - k)) as f64;
    }
    let n = a.rows;
    let square = gemm(a, a);
    let add_identity = |mut m: Mat<T>, k: usize| {
        (0..n).for_each(|i| m[(i, i)] += T::from_real(T::Real::from_f64(coefficients[k])));
        m
    };
    let multiple = |k: usize| square.map(|&x| x.scale(T::Real::from_f64(coefficients[k])));
    let mut even = add_identity(multiple(8), 6);
    for k in [4, 2, 0] {
        even = add_identity(gemm(&square, &even), k);
    }
    let mut odd = add_identity(multiple(7), 5);
    for k in [3, 1] {
        odd = add_identity(gemm(&square, &odd), k);
    }
    let odd = gemm(a, &odd);
    let combine = |sign: T| Mat::from_fn(n, n, |i, j| even[(i, j)] + sign * odd[(i, j)]);
    let mut result = combine(T::ONE);
    lu::factor(combine(-T::ONE)).solve(&mut result);
    result
}

/// The function of the matrix from that of the balanced one.
fn undo_balance<T: Element>(balance: &hessenberg::Balance<T::Real>, r: &mut Mat<T>) {
    let mut d = Mat::<T>::identity(r.rows);
    balance.undo(&mut d);
    let left = gemm(&d, r);
    let mut inverse = d.map(|&x| if x == T::ZERO { x } else { T::ONE.over(x) });
    inverse = inverse.adjoint();
    *r = gemm(&left, &inverse);
}

/// The upper triangular square root (Björck and Hammarling). `false` if the matrix is singular.
fn triangular_root<T: Scalar>(t: &mut Mat<T>) -> bool {
    let n = t.cols;
    let mut regular = true;
    for j in 0..n {
        t[(j, j)] = sqrt(t[(j, j)]);
        regular &= t[(j, j)] != T::ZERO;
        for i in (0..j).rev() {
            let mut sum = t[(i, j)];
            for k in i + 1..j {
                sum -= t[(i, k)] * t[(k, j)];
            }
            let divisor = t[(i, i)] + t[(j, j)];
            t[(i, j)] = if sum == T::ZERO { sum } else { sum.over(divisor) };
        }
    }
    regular
}

/// `sqrtm(A)`
pub fn sqrtm(mut call: Call) -> Result<Vec<Value>> {
    let a = call.args[0].clone();
    let m = operand(&a, "sqrtm")?;
    if m.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    let keeps_diagonal = matches!(a, Value::Diagonal(_) | Value::Structured(_));
    if keeps_diagonal && let Some(value) = each!(&m, m => of_diagonal(m, sqrt)) {
        return Ok(vec![value]);
    }
    let was_real = !m.is_complex();
    let (root, regular) = match m.into_complex() {
        Matrix::C32(m) => {
            let (root, regular) = root(m, was_real)?;
            (mat_value(root), regular)
        }
        other => {
            let (root, regular) = root(other.into_c64(), was_real)?;
            (mat_value(root), regular)
        }
    };
    if !regular {
        let message = "sqrtm: matrix is singular, may not have a square root".to_string();
        Warning { identifier: "Octave:sqrtm:SingularMatrix", message }.issue(&mut call);
    }
    Ok(vec![root])
}

fn root<T: Element>(mut m: Mat<T>, was_real: bool) -> Result<(Mat<T>, bool)> {
    if m.is_upper() {
        let regular = triangular_root(&mut m);
        return Ok((m, regular));
    }
    if m.is_lower() {
        let mut t = m.transpose();
        let regular = triangular_root(&mut t);
        return Ok((t.transpose(), regular));
    }
    let norm = norm_one(&m);
    let limit = T::Real::from_f64(10.0 * m.rows as f64) * T::Real::precision() * norm;
    let (rows, nan) = (m.rows, T::Real::from_f64(f64::NAN));
    let Some((u, mut s)) = eigen::complex_schur_form(m) else {
        return Ok((Mat::from_fn(rows, rows, |_, _| Scalar::from_parts(nan, nan)), true));
    };
    let regular = triangular_root(&mut s);
    let root = gemm(&gemm(&u, &s), &u.adjoint());
    Ok((if was_real { drop_small_imaginary(root, limit) } else { root }, regular))
}

/// Real if all imaginary parts are rounding errors.
fn drop_small_imaginary<T: Element>(m: Mat<T>, limit: T::Real) -> Mat<T> {
    if m.data.iter().all(|x| x.imag().abs() <= limit) { m.map(|x| T::from_real(x.real())) } else { m }
}

/// `logm(A)`: inverse scaling and squaring with the partial fractions of Padé approximations (Higham 2001).
pub fn logm(mut call: Call) -> Result<Vec<Value>> {
    let m = operand(&call.args[0], "logm")?;
    if m.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    if let Some(value) = each!(&m, m => of_diagonal(m, log)) {
        return Ok(vec![value]);
    }
    let was_real = !m.is_complex();
    let Some((u, s)) = eigen::complex_schur_form(m.clone().into_c64()) else { fail!("logm: failed to converge") };
    let eigenvalues: Vec<Complex64> = (0..s.rows).map(|i| s[(i, i)]).collect();
    let tolerance = (1..=s.rows).map(|i| i as f64).fold(0.0, f64::max) * f64::EPSILON;
    let is_real = |x: &Complex64| x.im.abs() <= tolerance * x.re.abs().max(1.0);
    let negative = eigenvalues.iter().any(|x| x.re < 0.0 && is_real(x));
    if negative {
        let message = "logm: principal matrix logarithm is not defined for matrices with negative eigenvalues; computing \
                       non-principal logarithm";
        Warning { identifier: "Octave:logm:non-principal", message: message.into() }.issue(&mut call);
    }
    let logarithm = gemm(&gemm(&u, &triangular_log(s)), &u.adjoint());
    let real_result = was_real && !negative;
    let value = if real_result { mat_value(logarithm.map(|x| x.re)) } else { mat_value(logarithm) };
    Ok(vec![if m.is_single() { crate::ops::convert(&value, crate::value::Class::Single)? } else { value }])
}

fn triangular_log(mut s: Mat<Complex64>) -> Mat<Complex64> {
    let n = s.rows;
    let minus_identity = |s: &Mat<Complex64>| {
        let mut m = s.clone();
        (0..n).for_each(|i| m[(i, i)] -= Complex64::new(1.0, 0.0));
        m
    };
    let mut roots = 0;
    while norm_one(&minus_identity(&s)) > 0.25 && roots < 100 {
        triangular_root(&mut s);
        roots += 1;
    }
    let x = minus_identity(&s);
    let mut sum: Mat<Complex64> = Mat::zeros(n, n);
    for (node, weight) in gauss_legendre(8) {
        let mut denominator = x.map(|&x| x * node);
        (0..n).for_each(|i| denominator[(i, i)] += Complex64::new(1.0, 0.0));
        let mut term = x.clone();
        lu::factor(denominator).solve(&mut term);
        sum.data.iter_mut().zip(&term.data).for_each(|(sum, term)| *sum += term * weight);
    }
    sum.map(|&x| x * 2f64.powi(roots))
}

/// Nodes and weights on `[0, 1]`, by Newton's method on Legendre polynomials.
fn gauss_legendre(count: usize) -> Vec<(f64, f64)> {
    let n = count as f64;
    (0..count)
        .map(|k| {
            let mut x = (std::f64::consts::PI * (k as f64 + 0.75) / (n + 0.5)).cos();
            let mut slope = 1.0;
            for _ in 0..100 {
                let (mut value, mut before) = (1.0, 0.0);
                for j in 0..count {
                    let j = j as f64;
                    (value, before) = (((2.0 * j + 1.0) * x * value - j * before) / (j + 1.0), value);
                }
                slope = n * (x * value - before) / (x * x - 1.0);
                let step = value / slope;
                x -= step;
                if step.abs() < 1e-16 {
                    break;
                }
            }
            ((1.0 + x) / 2.0, 1.0 / ((1.0 - x * x) * slope * slope))
        })
        .collect()
}
