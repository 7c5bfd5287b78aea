//! `eig`, standard and generalized.

use super::Call;
use super::matrix::{Element, Matrix, by_kind, column_value, diagonal_value, mat_value};
use crate::lapack::{Mat, Real, Scalar, eigen, symmetric};
use crate::value::{Complex32, Complex64};
use crate::{Error, Result, Value, fail};

/// A real element type with its complex one.
pub trait RealElement: Element + Real {
    type Complex: Element<Real = Self>;
}

impl RealElement for f64 {
    type Complex = Complex64;
}

impl RealElement for f32 {
    type Complex = Complex32;
}

/// Eigenvalues, and where asked for the right and left eigenvectors.
pub struct Eigen {
    pub values: Values,
    pub right: Option<Value>,
    pub left: Option<Value>,
}

/// The eigenvalues as a column and as a diagonal.
pub struct Values {
    pub column: Value,
    pub diagonal: Value,
}

pub fn values_of<T: Element>(values: Vec<T>) -> Values {
    let n = values.len();
    let column = column_value(values.clone());
    let diagonal = match &column {
        Value::Double(array) => diagonal_value(n, n, array.as_slice().to_vec()),
        Value::Single(array) => diagonal_value(n, n, array.as_slice().to_vec()),
        _ => diagonal_value(n, n, values),
    };
    Values { column, diagonal }
}

/// What the options say.
#[derive(Clone, Copy)]
struct Options {
    /// `Some(true)`: a vector whatever the number of outputs, `Some(false)`: a matrix.
    as_vector: Option<bool>,
    with_balance: bool,
    use_qz: bool,
}

/// `eig(A)`, `eig(A, B)`, `[v, d] = eig(...)`, `[v, d, w] = eig(...)` with options.
pub fn eig(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    if a.is_empty() {
        return Ok(vec![Value::empty(), Value::empty(), Value::empty()]);
    }
    let second = call.args.get(1).filter(|b| !b.is_text());
    let options = options(&call.args[1 + usize::from(second.is_some())..], second.is_some())?;
    let a = operand(a)?;
    let wanted = if call.nargout < 2 { 0 } else { call.nargout };
    let result = match second {
        None => standard(a, wanted, options.with_balance),
        Some(b) => {
            let b = operand(b)?;
            if a.rows() != b.rows() {
                fail!("EIG requires same size matrices");
            }
            super::generalized::eig(a, b, wanted, options.use_qz)
        }
    };
    let Some(Eigen { values, right, left }) = result else { fail!("eig: failed to converge") };
    let as_vector = options.as_vector.unwrap_or(call.nargout < 2);
    let values = if as_vector { values.column } else { values.diagonal };
    if call.nargout < 2 {
        return Ok(vec![values]);
    }
    Ok([right, Some(values), left].into_iter().flatten().collect())
}

fn operand(a: &Value) -> Result<Matrix> {
    if !a.class().is_float() {
        fail!("eig: wrong type argument '{}'", a.type_name());
    }
    let dims = a.dims();
    if dims.rank() > 2 {
        fail!("EIG requires square matrix");
    }
    if dims.rows() != dims.cols() {
        fail!("eig: A must be a square matrix");
    }
    let m = Matrix::argument(a, "eig")?;
    if !m.all_finite() {
        fail!("EIG: matrix contains Inf or NaN values");
    }
    Ok(m)
}

fn options(args: &[Value], generalized: bool) -> Result<Options> {
    let mut options = Options { as_vector: None, with_balance: true, use_qz: false };
    for arg in args {
        let text = arg.as_text().unwrap_or_default();
        match text.as_str() {
            "vector" => options.as_vector = Some(true),
            "matrix" => options.as_vector = Some(false),
            "balance" if !generalized => options.with_balance = true,
            "nobalance" if !generalized => options.with_balance = false,
            "chol" if generalized => options.use_qz = false,
            "qz" if generalized => options.use_qz = true,
            "chol" | "qz" => fail!("eig: invalid \"{text}\" option for algebraic eigenvalue problem"),
            "balance" | "nobalance" => fail!("eig: invalid \"{text}\" option for generalized eigenvalue problem"),
            _ => return Err(Error::new(format!("eig: invalid option \"{text}\""))),
        }
    }
    Ok(options)
}

/// `None` if the iteration did not converge.
pub fn standard(a: Matrix, wanted: usize, with_balance: bool) -> Option<Eigen> {
    by_kind!(a, a => real(a, wanted, with_balance), complex(a, wanted, with_balance))
}

/// Hermitian matrices have real values and one set of vectors.
fn hermitian<T: Element>(a: Mat<T>, wanted: usize) -> Option<Eigen>
where
    T::Real: Element,
{
    if wanted == 0 {
        return Some(Eigen { values: values_of(symmetric::eigenvalues(a)?), right: None, left: None });
    }
    let (values, vectors) = symmetric::eigen(a)?;
    let vectors = mat_value(vectors);
    let left = (wanted > 2).then(|| vectors.clone());
    Some(Eigen { values: values_of(values), right: Some(vectors), left })
}

fn real<R: RealElement>(a: Mat<R>, wanted: usize, with_balance: bool) -> Option<Eigen> {
    if a.is_hermitian() {
        return hermitian(a, wanted);
    }
    let eigen::RealEigen { re, im, vectors } = eigen::real(a, wanted > 0, with_balance)?;
    let values: Vec<R::Complex> = re.iter().zip(&im).map(|(&re, &im)| Scalar::from_parts(re, im)).collect();
    let vectors = vectors.map(|v| pairs_to_complex(&v, &im));
    Some(with_left(values, vectors, wanted))
}

/// Columns of real and imaginary parts as complex columns.
pub fn pairs_to_complex<R: RealElement>(v: &Mat<R>, im: &[R]) -> Mat<R::Complex> {
    Mat::from_fn(v.rows, v.cols, |i, j| {
        if im[j] == R::ZERO {
            Scalar::from_parts(v[(i, j)], R::ZERO)
        } else if im[j] > R::ZERO {
            Scalar::from_parts(v[(i, j)], v[(i, j + 1)])
        } else {
            Scalar::from_parts(v[(i, j - 1)], -v[(i, j)])
        }
    })
}

fn complex<T: Element>(a: Mat<T>, wanted: usize, with_balance: bool) -> Option<Eigen>
where
    T::Real: Element,
{
    if a.is_hermitian() {
        return hermitian(a, wanted);
    }
    let (values, vectors) = eigen::complex(a, wanted > 0, with_balance)?;
    Some(with_left(values, vectors, wanted))
}

/// Adds the left vectors: the rows of the inverse of the right ones, of unit length.
pub fn with_left<T: Element>(values: Vec<T>, vectors: Option<Mat<T>>, wanted: usize) -> Eigen {
    let left = vectors.as_ref().filter(|_| wanted > 2).map(|v| {
        let (inverse, _) = super::determinant::inverse(v.clone());
        let mut left = inverse.adjoint();
        for j in 0..left.cols {
            let length = crate::lapack::blas::nrm2(left.col(j).iter().copied());
            crate::lapack::blas::scal_real(T::Real::ONE / length, left.col_mut(j));
        }
        mat_value(left)
    });
    Eigen { values: values_of(values), right: vectors.map(mat_value), left }
}
