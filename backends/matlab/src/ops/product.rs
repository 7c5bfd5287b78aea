//! Products of matrices, with sums in order of the inner index.

use super::arithmetic::{is_integer, unified};
use super::divide::flat;
use super::errors::{nonconformant, not_implemented};
use crate::builtins::elementary::numeric::Element;
use crate::lapack::Scalar;
use crate::value::{Array, Complex32, Complex64, Value, room};
use crate::{Error, Result};
use num_complex::Complex;
use raddle_matlab::ast::BinaryOp;

/// An array that is transposed as a factor: a matrix of as many rows, where Octave has one operation for both. It has none for a complex
/// one beside a real one, for two precisions, and for scalars.
pub fn as_factor(value: Value, other: &Value) -> Value {
    let is_one = matches!(
        (&value, other),
        (Value::Double(_), Value::Double(_) | Value::Complex(_))
            | (Value::Complex(_), Value::Complex(_))
            | (Value::Single(_), Value::Single(_) | Value::SingleComplex(_))
            | (Value::SingleComplex(_), Value::SingleComplex(_))
    );
    if is_one && !other.is_scalar() { flat(&value) } else { value }
}

/// `left * right` where neither is a scalar.
pub fn product(left: &Value, right: &Value) -> Result<Value> {
    const OP: BinaryOp = BinaryOp::MatMul;
    if is_integer(left) || is_integer(right) {
        return Err(not_implemented(OP, left, right));
    }
    let (left_matrix, right_matrix) = (flat(left), flat(right));
    let (a, b) = unified(&left_matrix, &right_matrix);
    if !a.is_number_like() || !b.is_number_like() {
        return Err(not_implemented(OP, left, right));
    }
    let (m, n) = (a.dims(), b.dims());
    if m.cols() != n.rows() {
        return Err(nonconformant(OP, &m, &n));
    }
    let is_thin = m.cols() <= m.rows().min(n.cols()) / 10;
    if !is_thin && let Some(result) = in_parts(&left_matrix, &right_matrix) {
        return result;
    }
    match (a, b) {
        (Value::Double(a), Value::Double(b)) => wrap(&a, &b),
        (Value::Single(a), Value::Single(b)) => wrap(&a, &b),
        (a, b) if a.class() == crate::value::Class::Single => wrap(&single_complex(&a), &single_complex(&b)),
        (a, b) => wrap(&a.to_complex().unwrap_or_default(), &b.to_complex().unwrap_or_default()),
    }
}

/// A complex matrix and a real one. Octave multiplies the parts by themselves, so infinity times no imaginary part is not NaN, but for thin
/// factors.
fn in_parts(a: &Value, b: &Value) -> Option<Result<Value>> {
    Some(match (a, b) {
        (Value::Complex(a), Value::Double(b)) => pair(multiply(&a.map(|z| z.re), b), multiply(&a.map(|z| z.im), b)),
        (Value::Double(a), Value::Complex(b)) => pair(multiply(a, &b.map(|z| z.re)), multiply(a, &b.map(|z| z.im))),
        (Value::SingleComplex(a), Value::Single(b)) => {
            pair(multiply(&a.map(|z| z.re), b), multiply(&a.map(|z| z.im), b))
        }
        (Value::Single(a), Value::SingleComplex(b)) => {
            pair(multiply(a, &b.map(|z| z.re)), multiply(a, &b.map(|z| z.im)))
        }
        _ => return None,
    })
}

fn pair<R: Copy>(re: Result<Array<R>>, im: Result<Array<R>>) -> Result<Value>
where
    Complex<R>: Element,
{
    let (re, im) = (re?, im?);
    let values = re.as_slice().iter().zip(im.as_slice()).map(|(re, im)| Complex::new(*re, *im)).collect();
    Ok(Complex::wrap(Array::new(re.dims().clone(), values)).narrow())
}

pub fn single_complex(value: &Value) -> Array<Complex32> {
    match value {
        Value::SingleComplex(array) => array.clone(),
        other => other.to_complex().unwrap_or_default().map(|z: &Complex64| Complex32::new(z.re as f32, z.im as f32)),
    }
}

fn wrap<T: Scalar + Element>(a: &Array<T>, b: &Array<T>) -> Result<Value> {
    Ok(T::wrap(multiply(a, b)?).narrow())
}

/// The product of matrices whose extents conform.
///
/// # Errors
/// A result that no memory holds.
pub fn multiply<T: Scalar>(a: &Array<T>, b: &Array<T>) -> Result<Array<T>> {
    let (rows, inner, columns) = (a.dims().rows(), a.dims().cols(), b.dims().cols());
    let count = rows.checked_mul(columns).ok_or_else(Error::out_of_memory)?;
    let mut values = room(count)?;
    values.resize(count, T::ZERO);
    if count != 0 && inner != 0 {
        let (a, b) = (a.as_slice(), b.as_slice());
        for (result, b) in values.chunks_mut(rows * 4).zip(b.chunks(inner * 4)) {
            match *result {
                _ if result.len() == rows * 4 => four_columns(a, b, result, rows),
                _ => {
                    for (result, b) in result.chunks_mut(rows).zip(b.chunks(inner)) {
                        one_column(a, b, result);
                    }
                }
            }
        }
    }
    Ok(Array::new([rows, columns].into(), values))
}

fn one_column<T: Scalar>(a: &[T], b: &[T], result: &mut [T]) {
    for (column, &factor) in a.chunks_exact(result.len()).zip(b) {
        for (sum, &x) in result.iter_mut().zip(column) {
            *sum += factor * x;
        }
    }
}

/// Four columns of the result at a time, so that each column of `a` is read once for them.
fn four_columns<T: Scalar>(a: &[T], b: &[T], result: &mut [T], rows: usize) {
    let inner = b.len() / 4;
    let (left, right) = result.split_at_mut(2 * rows);
    let (first, second) = left.split_at_mut(rows);
    let (third, fourth) = right.split_at_mut(rows);
    for (k, column) in a.chunks_exact(rows).enumerate() {
        let factors = [b[k], b[inner + k], b[2 * inner + k], b[3 * inner + k]];
        for i in 0..rows {
            let x = column[i];
            first[i] += factors[0] * x;
            second[i] += factors[1] * x;
            third[i] += factors[2] * x;
            fourth[i] += factors[3] * x;
        }
    }
}
