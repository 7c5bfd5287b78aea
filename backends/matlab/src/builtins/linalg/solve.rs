//! Systems of equations: what `A \ b` and `b / A` mean, and `linsolve`.

use super::matrix::{Element, Matrix, both, mat_value};
use super::{Call, Warning};
use crate::lapack::blas::norm_one;
use crate::lapack::triangular::{self, Diagonal, Side, Triangle};
use crate::lapack::{Mat, Real, Scalar, cholesky, least_squares, lu};
use crate::value::StructArray;
use crate::{Error, Result, Value, fail};
use raddle_matlab::ast::BinaryOp;

/// A solution and the warning that it comes with.
pub struct Solution {
    pub value: Value,
    pub warning: Option<Warning>,
    pub rcond: f64,
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
pub fn solve<T: Scalar>(a: Mat<T>, mut b: Mat<T>) -> (Mat<T>, Option<Warning>, f64) {
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

fn least_squares_or_nan<T: Scalar>(a: Mat<T>, b: Mat<T>) -> Mat<T> {
    let (n, cols) = (a.cols, b.cols);
    let nan = T::from_real(T::Real::ZERO / T::Real::ZERO);
    if !a.all_finite() || !b.all_finite() {
        return Mat::from_fn(n, cols, |_, _| nan);
    }
    least_squares::solve(a, b).map_or_else(|| Mat::from_fn(n, cols, |_, _| nan), |(x, _)| x)
}

/// Replaces `b` by the solutions; `Err` leaves it. Both tell the reciprocal condition number.
fn solve_square<T: Scalar>(a: &Mat<T>, b: &mut Mat<T>) -> Result<T::Real, T::Real> {
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

/// `mldivide(A, b)` and `mrdivide(b, A)`: the operators by name.
pub fn divide(call: Call) -> Result<Vec<Value>> {
    let op = if call.name == "mldivide" { BinaryOp::MatLeftDivide } else { BinaryOp::MatRightDivide };
    Ok(vec![crate::ops::binary(op, &call.args[0], &call.args[1])?])
}
