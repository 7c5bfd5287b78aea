//! Systems of equations: what `A \ b` and `b / A` mean, and `linsolve`.

use super::matrix::{Element, Matrix, both, mat_value};
use super::{Call, Warning};
use crate::lapack::blas::norm_one;
use crate::lapack::triangular::{self, Diagonal, Side, Triangle};
use crate::lapack::{Mat, Real, Scalar, cholesky, least_squares, lu};
use crate::value::{StructArray, Structured};
use crate::{Error, Result, Value, fail};

/// A solution and the warning that it comes with.
pub struct Solution {
    pub value: Value,
    pub warning: Option<Warning>,
    pub rcond: f64,
}

impl From<Value> for Solution {
    fn from(value: Value) -> Solution {
        Solution { value, warning: None, rcond: 1.0 }
    }
}

/// `a \ b` of two matrices of numbers; scalars are the operator's own business.
///
/// # Errors
/// Numbers of rows that differ, classes without numbers.
pub fn left_divide(a: &Value, b: &Value) -> Result<Solution> {
    let (x, y) = (operand(a, a, b, "\\")?, operand(b, a, b, "\\")?);
    if x.rows() != y.rows() {
        return Err(nonconformant("\\", &x, &y));
    }
    if let Some(value) = structured_left(a, &y)? {
        return Ok(value.into());
    }
    Ok(both!(x, y, (a, b) => solve_value(a, b)))
}

/// `a / b`.
///
/// # Errors
/// Numbers of columns that differ, classes without numbers.
pub fn right_divide(a: &Value, b: &Value) -> Result<Solution> {
    let (x, y) = (operand(a, a, b, "/")?, operand(b, a, b, "/")?);
    if x.cols() != y.cols() {
        return Err(nonconformant("/", &x, &y));
    }
    Ok(both!(x, y, (a, b) => {
        let (solution, warning, rcond) = solve(b.adjoint(), a.adjoint());
        Solution { value: mat_value(solution.adjoint()), warning, rcond }
    }))
}

fn operand(value: &Value, a: &Value, b: &Value, operator: &str) -> Result<Matrix> {
    let class = value.class();
    match Matrix::from_value(value) {
        Some(matrix) if !class.is_integer() => Ok(matrix),
        _ => fail!(
            "binary operator '{operator}' not implemented for '{}' by '{}' operations",
            a.kind_name(),
            b.kind_name()
        ),
    }
}

fn nonconformant(operator: &str, a: &Matrix, b: &Matrix) -> Error {
    let text = format!(
        "operator {operator}: nonconformant arguments (op1 is {}x{}, op2 is {}x{})",
        a.rows(),
        a.cols(),
        b.rows(),
        b.cols()
    );
    Error::with_id("Octave:nonconformant-args", text)
}

/// Diagonal matrices divide rows, zeros give zeros; permutations move them.
fn structured_left(a: &Value, b: &Matrix) -> Result<Option<Value>> {
    Ok(match a {
        Value::Diagonal(d) => {
            let inverse = |x: f64| if x == 0.0 { 0.0 } else { x };
            let rows = d.rows.min(d.columns);
            Some(super::matrix::each!(b, b => mat_value(Mat::from_fn(d.columns, b.cols, |i, j| {
                let divisor = if i < rows { inverse(d.elements[i]) } else { 0.0 };
                if divisor == 0.0 { Default::default() } else { divide_real(b[(i, j)], divisor) }
            }))))
        }
        Value::Structured(matrix) => match &**matrix {
            Structured::Permutation { columns } => {
                Some(super::matrix::each!(b, b => {
                    let mut result = b.clone();
                    for (i, &column) in columns.iter().enumerate() {
                        for j in 0..b.cols {
                            result[(column, j)] = b[(i, j)];
                        }
                    }
                    mat_value(result)
                }))
            }
            Structured::Diagonal { .. } => None,
        },
        _ => None,
    })
}

fn divide_real<T: Scalar>(x: T, divisor: f64) -> T {
    let divisor = T::Real::from_f64(divisor);
    T::from_parts(x.real() / divisor, x.imag() / divisor)
}

fn solve_value<T: Element>(a: Mat<T>, b: Mat<T>) -> Solution {
    let (solution, warning, rcond) = solve(a, b);
    Solution { value: mat_value(solution), warning, rcond }
}

/// Could Cholesky's factorization work: symmetric with a positive diagonal?
pub fn may_be_definite<T: Scalar>(a: &Mat<T>) -> bool {
    (0..a.cols).all(|i| a[(i, i)].real() > T::Real::ZERO) && a.is_hermitian()
}

/// The solutions, a warning if the matrix is singular, and its reciprocal condition number. Matrices that are not square or that are
/// singular have least squares of minimal norm.
pub fn solve<T: Element>(a: Mat<T>, mut b: Mat<T>) -> (Mat<T>, Option<Warning>, f64) {
    if a.rows == 0 || a.cols == 0 || b.cols == 0 {
        return (Mat::zeros(a.cols, b.cols), None, 0.0);
    }
    if !a.is_square() {
        return (least_squares_or_nan(a, b), None, 0.0);
    }
    let rcond = solve_square(&a, &mut b);
    match rcond {
        Ok(rcond) => (b, None, rcond.to_f64()),
        Err(rcond) => {
            let rcond = rcond.to_f64();
            (least_squares_or_nan(a, b), Some(Warning::singular(rcond)), rcond)
        }
    }
}

fn least_squares_or_nan<T: Element>(a: Mat<T>, b: Mat<T>) -> Mat<T> {
    let (n, cols) = (a.cols, b.cols);
    let nan = T::from_real(T::Real::ZERO / T::Real::ZERO);
    if !a.all_finite() || !b.all_finite() {
        return Mat::from_fn(n, cols, |_, _| nan);
    }
    least_squares::solve(a, b).map_or_else(|| Mat::from_fn(n, cols, |_, _| nan), |(x, _)| x)
}

/// Replaces `b` by the solutions; `Err` leaves it. Both tell the reciprocal condition number.
fn solve_square<T: Element>(a: &Mat<T>, b: &mut Mat<T>) -> Result<T::Real, T::Real> {
    let good = |rcond: T::Real| if triangular::is_singular(rcond) { Err(rcond) } else { Ok(rcond) };
    for (is_triangular, triangle) in [(a.is_upper(), Triangle::Upper), (a.is_lower(), Triangle::Lower)] {
        if is_triangular {
            let singular = (0..a.cols).any(|i| a[(i, i)] == T::ZERO);
            let rcond = good(if singular { T::Real::ZERO } else { triangular::rcond(a, triangle) })?;
            triangular::solve_all(a, triangle, Side::Plain, Diagonal::Stored, b);
            return Ok(rcond);
        }
    }
    let norm = norm_one(a);
    if may_be_definite(a)
        && let Ok(factor) = cholesky::factor_lower(a.clone())
    {
        let rcond = good(cholesky::rcond(&factor, norm))?;
        cholesky::solve_factored(&factor, b);
        return Ok(rcond);
    }
    let factors = lu::factor(a.clone());
    let rcond = good(factors.rcond(norm))?;
    factors.solve(b);
    Ok(rcond)
}

/// `linsolve(A, B)`, `linsolve(A, B, opts)`, `[x, rcond] = linsolve(...)`.
pub fn linsolve(mut call: Call) -> Result<Vec<Value>> {
    let (a, b) = (call.args[0].clone(), call.args[1].clone());
    let is_numeric = |v: &Value| v.is_number_like() && !matches!(v, Value::Bool(_) | Value::Char(_));
    if !is_numeric(&a) || !is_numeric(&b) {
        fail!("linsolve: A and B must be numeric");
    }
    let options = match call.args.get(2) {
        None => Options::default(),
        Some(Value::Struct(options)) => Options::from_struct(options)?,
        Some(_) => fail!("linsolve: OPTS must be a structure"),
    };
    let (x, y) = (operand(&a, &a, &b, "\\")?, operand(&b, &a, &b, "\\")?);
    let rows = if options.transposed { x.cols() } else { x.rows() };
    if rows != y.rows() {
        return Err(nonconformant("\\", &x, &y));
    }
    let mut solution = both!(x, y, (a, b) => options.solve(a, b));
    if let Some(warning) = solution.warning.take() {
        warning.issue(&mut call);
    }
    Ok(vec![solution.value, Value::scalar(solution.rcond)])
}

/// The structure that `linsolve` was told of.
#[derive(Default)]
struct Options {
    triangle: Option<Triangle>,
    transposed: bool,
}

impl Options {
    fn from_struct(options: &StructArray) -> Result<Options> {
        let is_set = |name: &str| options.get(name, 0).map_or(Ok(false), Value::is_true);
        let triangle = if is_set("LT")? {
            Some(Triangle::Lower)
        } else if is_set("UT")? {
            Some(Triangle::Upper)
        } else {
            None
        };
        Ok(Options { triangle, transposed: is_set("TRANSA")? })
    }

    fn solve<T: Element>(&self, a: Mat<T>, mut b: Mat<T>) -> Solution {
        let a = match self.triangle {
            Some(triangle) => keep_triangle(a, triangle),
            None => a,
        };
        if let (Some(triangle), true) = (self.triangle, self.transposed) {
            let rcond = triangular::rcond(&a, triangle);
            if a.is_square() && !triangular::is_singular(rcond) {
                triangular::solve_all(&a, triangle, Side::Adjoint, Diagonal::Stored, &mut b);
                return Solution { value: mat_value(b), warning: None, rcond: rcond.to_f64() };
            }
        }
        solve_value(if self.transposed { a.adjoint() } else { a }, b)
    }
}

fn keep_triangle<T: Element>(a: Mat<T>, triangle: Triangle) -> Mat<T> {
    Mat::from_fn(a.rows, a.cols, |i, j| {
        let outside = if triangle == Triangle::Upper { i > j } else { i < j };
        if outside { T::ZERO } else { a[(i, j)] }
    })
}

/// `mldivide(A, b)` and `mrdivide(b, A)` of matrices.
pub fn divide(mut call: Call) -> Result<Vec<Value>> {
    let solution = if call.name == "mldivide" {
        left_divide(&call.args[0], &call.args[1])?
    } else {
        right_divide(&call.args[0], &call.args[1])?
    };
    if let Some(warning) = solution.warning {
        warning.issue(&mut call);
    }
    Ok(vec![solution.value])
}
