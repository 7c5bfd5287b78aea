//! Values as matrices to compute with, and back. Decides no shapes.

use crate::lapack::Mat;
use crate::value::{Array, Complex32, Complex64, Value};
use crate::{Error, Result};

/// An element type of matrices that values have.
pub trait Element: crate::lapack::Scalar {
    fn wrap(array: Array<Self>) -> Value;
}

impl Element for f64 {
    fn wrap(array: Array<f64>) -> Value {
        Value::Double(array)
    }
}

impl Element for f32 {
    fn wrap(array: Array<f32>) -> Value {
        Value::Single(array)
    }
}

impl Element for Complex64 {
    fn wrap(array: Array<Complex64>) -> Value {
        Value::Complex(array).narrow()
    }
}

impl Element for Complex32 {
    fn wrap(array: Array<Complex32>) -> Value {
        Value::SingleComplex(array).narrow()
    }
}

#[derive(Clone, Debug)]
pub enum Matrix {
    F64(Mat<f64>),
    F32(Mat<f32>),
    C64(Mat<Complex64>),
    C32(Mat<Complex32>),
}

/// Runs `$body` with `$m` bound to the matrix of whatever element type.
macro_rules! each {
    ($matrix:expr, $m:ident => $body:expr) => {
        match $matrix {
            $crate::builtins::linalg::Matrix::F64($m) => $body,
            $crate::builtins::linalg::Matrix::F32($m) => $body,
            $crate::builtins::linalg::Matrix::C64($m) => $body,
            $crate::builtins::linalg::Matrix::C32($m) => $body,
        }
    };
}
pub(super) use each;

/// `real` for the two real types, `complex` for the others.
macro_rules! by_kind {
    ($matrix:expr, $m:ident => $real:expr, $complex:expr) => {
        match $matrix {
            $crate::builtins::linalg::Matrix::F64($m) => $real,
            $crate::builtins::linalg::Matrix::F32($m) => $real,
            $crate::builtins::linalg::Matrix::C64($m) => $complex,
            $crate::builtins::linalg::Matrix::C32($m) => $complex,
        }
    };
}
pub(super) use by_kind;

/// Runs `$body` with both matrices in their common element type.
macro_rules! both {
    ($a:expr, $b:expr, ($x:ident, $y:ident) => $body:expr) => {{
        let (a, b) = $crate::builtins::linalg::Matrix::common($a, $b);
        match (a, b) {
            ($crate::builtins::linalg::Matrix::F64($x), $crate::builtins::linalg::Matrix::F64($y)) => $body,
            ($crate::builtins::linalg::Matrix::F32($x), $crate::builtins::linalg::Matrix::F32($y)) => $body,
            ($crate::builtins::linalg::Matrix::C32($x), $crate::builtins::linalg::Matrix::C32($y)) => $body,
            (a, b) => {
                let ($x, $y) = (a.into_c64(), b.into_c64());
                $body
            }
        }
    }};
}
pub(super) use both;

impl Matrix {
    /// Any class with numbers; dimensions beyond the second are more columns. `None` for other classes.
    pub fn from_value(value: &Value) -> Option<Matrix> {
        Some(match value {
            Value::Single(array) => Matrix::F32(to_mat(array)),
            Value::Complex(array) => Matrix::C64(to_mat(array)),
            Value::SingleComplex(array) => Matrix::C32(to_mat(array)),
            Value::Structured(matrix) => return Matrix::from_value(&matrix.to_value()),
            other => Matrix::F64(to_mat(&other.to_doubles()?)),
        })
    }

    /// [`Matrix::from_value`] with the messages of Octave's functions; `{}` counts as an empty matrix.
    ///
    /// # Errors
    /// Text, cells, structs, handles.
    pub fn argument(value: &Value, function: &str) -> Result<Matrix> {
        match value {
            Value::Char(_) => Err(Error::new("invalid conversion from string to real matrix")),
            Value::Cell(array) if array.is_empty() => Ok(Matrix::F64(Mat::zeros(0, 0))),
            other => Matrix::from_value(other)
                .ok_or_else(|| Error::new(format!("{function}: wrong type argument '{}'", other.kind_name()))),
        }
    }

    pub fn rows(&self) -> usize {
        each!(self, m => m.rows)
    }

    pub fn cols(&self) -> usize {
        each!(self, m => m.cols)
    }

    pub fn is_square(&self) -> bool {
        self.rows() == self.cols()
    }

    pub fn is_empty(&self) -> bool {
        self.rows() == 0 || self.cols() == 0
    }

    pub fn all_finite(&self) -> bool {
        each!(self, m => m.all_finite())
    }

    pub fn is_single(&self) -> bool {
        matches!(self, Matrix::F32(_) | Matrix::C32(_))
    }

    pub fn is_complex(&self) -> bool {
        matches!(self, Matrix::C64(_) | Matrix::C32(_))
    }

    /// In the class of doubles.
    pub fn into_c64(self) -> Mat<Complex64> {
        match self {
            Matrix::F64(m) => m.map(|&x| Complex64::new(x, 0.0)),
            Matrix::F32(m) => m.map(|&x| Complex64::new(f64::from(x), 0.0)),
            Matrix::C64(m) => m,
            Matrix::C32(m) => m.map(|x| Complex64::new(f64::from(x.re), f64::from(x.im))),
        }
    }

    fn into_f32(self) -> Matrix {
        match self {
            Matrix::F64(m) => Matrix::F32(m.map(|&x| x as f32)),
            Matrix::C64(m) => Matrix::C32(m.map(|x| Complex32::new(x.re as f32, x.im as f32))),
            single => single,
        }
    }

    pub fn into_complex(self) -> Matrix {
        match self {
            Matrix::F32(m) => Matrix::C32(m.map(|&x| Complex32::new(x, 0.0))),
            Matrix::C32(m) => Matrix::C32(m),
            double => Matrix::C64(double.into_c64()),
        }
    }

    /// Both in the class that Octave computes in: single if one is single, complex if one is complex.
    pub fn common(a: Matrix, b: Matrix) -> (Matrix, Matrix) {
        let (a, b) = if a.is_single() || b.is_single() { (a.into_f32(), b.into_f32()) } else { (a, b) };
        if a.is_complex() || b.is_complex() { (a.into_complex(), b.into_complex()) } else { (a, b) }
    }

    pub fn to_value(&self) -> Value {
        each!(self, m => mat_value(m.clone()))
    }
}

fn to_mat<T: crate::lapack::Scalar>(array: &Array<T>) -> Mat<T> {
    let rows = array.dims().rows();
    let cols = array.dims().as_slice()[1..].iter().product();
    Mat::new(rows, cols, array.as_slice().to_vec())
}

pub fn mat_value<T: Element>(m: Mat<T>) -> Value {
    T::wrap(Array::new([m.rows, m.cols].into(), m.data))
}

pub fn column_value<T: Element>(values: Vec<T>) -> Value {
    T::wrap(Array::column(values))
}

/// A diagonal matrix as a value; 1x1 and empty ones are plain.
pub fn diagonal_value<T: Element>(rows: usize, columns: usize, elements: Vec<T>) -> Value {
    if rows * columns <= 1 {
        let m = Mat::from_fn(rows, columns, |i, j| if i == j { elements[i] } else { T::ZERO });
        return mat_value(m);
    }
    match T::wrap(Array::column(elements)) {
        Value::Double(array) => {
            Value::Diagonal(crate::value::Diagonal { rows, columns, elements: array.as_slice().to_vec() })
        }
        elements => Value::Structured(crate::value::Structured::Diagonal { rows, columns, elements }.into()),
    }
}
