//! The operators that keep a matrix diagonal, or a permutation.

use super::arithmetic::promoted;
use super::binary as general;
use super::divide::flat;
use super::errors::nonconformant;
use crate::Result;
use crate::index::{self, Subscript};
use crate::value::{Array, Diagonal, Dims, Structured, Value};
use raddle_matlab::ast::{BinaryOp, UnaryOp};
use std::rc::Rc;

/// A diagonal of any class: rows, columns, and the elements as a column.
struct Parts {
    rows: usize,
    columns: usize,
    elements: Value,
}

fn parts(value: &Value) -> Option<Parts> {
    match value {
        Value::Diagonal(diagonal) => Some(Parts {
            rows: diagonal.rows,
            columns: diagonal.columns,
            elements: Value::column(diagonal.elements.clone()),
        }),
        Value::Structured(matrix) => match &**matrix {
            Structured::Diagonal { rows, columns, elements } => {
                Some(Parts { rows: *rows, columns: *columns, elements: elements.clone() })
            }
            Structured::Permutation { .. } => None,
        },
        _ => None,
    }
}

fn diagonal(rows: usize, columns: usize, elements: Value) -> Value {
    match elements.narrow() {
        Value::Double(array) => Value::Diagonal(Diagonal { rows, columns, elements: array.into_vec() }),
        elements => Value::Structured(Rc::new(Structured::Diagonal { rows, columns, elements })),
    }
}

fn permutation(value: &Value) -> Option<&[usize]> {
    match value {
        Value::Structured(matrix) => match &**matrix {
            Structured::Permutation { columns } => Some(columns),
            Structured::Diagonal { .. } => None,
        },
        _ => None,
    }
}

/// `None` where the result is a plain matrix.
pub fn unary(op: UnaryOp, value: &Value) -> Option<Value> {
    if let Some(columns) = permutation(value) {
        return match op {
            UnaryOp::Transpose | UnaryOp::ConjugateTranspose => Some(inverse_permutation(columns)),
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not => None,
        };
    }
    let Parts { rows, columns, elements } = parts(value)?;
    match op {
        UnaryOp::Plus => Some(value.clone()),
        UnaryOp::Not => None,
        UnaryOp::Minus => Some(diagonal(rows, columns, super::unary(op, &elements).ok()?)),
        UnaryOp::Transpose => Some(diagonal(columns, rows, elements)),
        UnaryOp::ConjugateTranspose => {
            let turned = super::unary(op, &elements).ok()?;
            let count = turned.count();
            Some(diagonal(columns, rows, turned.reshape([count, 1].into())))
        }
    }
}

fn inverse_permutation(columns: &[usize]) -> Value {
    Value::Structured(Rc::new(Structured::Permutation { columns: inverse_of(columns) }))
}

fn inverse_of(columns: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; columns.len()];
    for (row, &column) in columns.iter().enumerate() {
        inverse[column] = row;
    }
    inverse
}

/// `None` where the operands are plain or the result is a plain matrix.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Option<Result<Value>> {
    if let (Some(a), Some(b), BinaryOp::MatMul) = (permutation(left), permutation(right), op)
        && a.len() == b.len()
    {
        let columns = a.iter().map(|&row| b[row]).collect();
        return Some(Ok(Value::Structured(Rc::new(Structured::Permutation { columns }))));
    }
    if let Some(result) = with_permutation(op, left, right) {
        return Some(result);
    }
    match (parts(left), parts(right)) {
        (Some(a), Some(b)) => both(op, a, b),
        (Some(a), None) => beside(op, a, right),
        (None, Some(b)) => after(op, left, b),
        (None, None) => None,
    }
}

/// Products and quotients with a permutation exchange rows or columns.
fn with_permutation(op: BinaryOp, left: &Value, right: &Value) -> Option<Result<Value>> {
    let multiplies = |value: &Value| value.is_number_like() && !value.is_scalar() && !value.class().is_integer();
    match op {
        BinaryOp::MatPower => power_of_permutation(permutation(left)?, right),
        BinaryOp::MatLeftDivide => {
            let columns = permutation(left)?;
            multiplies(right).then(|| general(BinaryOp::MatMul, &inverse_permutation(columns), right))
        }
        BinaryOp::MatRightDivide => {
            let columns = permutation(right)?;
            multiplies(left).then(|| general(BinaryOp::MatMul, left, &inverse_permutation(columns)))
        }
        BinaryOp::MatMul => {
            let is_plain = |value: &Value| {
                matches!(value, Value::Double(_) | Value::Single(_) | Value::Complex(_) | Value::SingleComplex(_))
            };
            let subscript = |positions: Vec<usize>| {
                Subscript::Value(Value::row(positions.into_iter().map(|k| (k + 1) as f64).collect()))
            };
            if let Some(columns) = permutation(left).filter(|_| is_plain(right)) {
                let dims = right.dims();
                let fits = dims.rank() == 2 && dims.rows() == columns.len() && !right.is_scalar();
                return fits.then(|| index::get(right, &[subscript(columns.to_vec()), Subscript::Colon], None));
            }
            let columns = permutation(right).filter(|_| is_plain(left))?;
            let dims = left.dims();
            let fits = dims.rank() == 2 && dims.cols() == columns.len() && !left.is_scalar();
            fits.then(|| index::get(left, &[Subscript::Colon, subscript(inverse_of(columns))], None))
        }
        _ => None,
    }
}

/// Whole powers, by repeated squares.
fn power_of_permutation(columns: &[usize], exponent: &Value) -> Option<Result<Value>> {
    let Value::Double(exponent) = exponent else { return None };
    let exponent = exponent.as_scalar().filter(|exponent| exponent.fract() == 0.0 && exponent.abs() < 1e9)?;
    let composed = |a: &[usize], b: &[usize]| a.iter().map(|&row| b[row]).collect::<Vec<usize>>();
    let mut square = if *exponent < 0.0 { inverse_of(columns) } else { columns.to_vec() };
    let mut result: Vec<usize> = (0..columns.len()).collect();
    let mut rest = exponent.abs() as u64;
    while rest > 0 {
        if rest % 2 == 1 {
            result = composed(&result, &square);
        }
        square = composed(&square, &square);
        rest /= 2;
    }
    Some(Ok(Value::Structured(Rc::new(Structured::Permutation { columns: result }))))
}

fn both(op: BinaryOp, a: Parts, b: Parts) -> Option<Result<Value>> {
    if a.elements.class() != b.elements.class() {
        return None;
    }
    match op {
        BinaryOp::Add | BinaryOp::Sub if a.rows == b.rows && a.columns == b.columns => {
            Some(general(op, &a.elements, &b.elements).map(|elements| diagonal(a.rows, a.columns, elements)))
        }
        BinaryOp::MatMul if a.columns == b.rows => {
            let count = a.rows.min(b.columns);
            let (x, y) = (resized(&a.elements, count)?, resized(&b.elements, count)?);
            Some(general(BinaryOp::Mul, &x, &y).map(|elements| diagonal(a.rows, b.columns, elements)))
        }
        BinaryOp::MatRightDivide if a.columns == b.columns => {
            let count = a.rows.min(b.rows);
            let quotient = quotient(&resized(&a.elements, count)?, &resized(&b.elements, count)?);
            Some(quotient.map(|elements| diagonal(a.rows, b.rows, elements)))
        }
        BinaryOp::MatLeftDivide if a.rows == b.rows => {
            let count = a.columns.min(b.columns);
            let quotient = quotient(&resized(&b.elements, count)?, &resized(&a.elements, count)?);
            Some(quotient.map(|elements| diagonal(a.columns, b.columns, elements)))
        }
        _ => None,
    }
}

/// As many elements as `count`, zeros at the end.
fn resized(elements: &Value, count: usize) -> Option<Value> {
    let mut values = elements.to_complex()?.into_vec();
    values.resize(count, Default::default());
    let column = Value::Complex(Array::column(values));
    let class = elements.class();
    Some(if elements.is_complex() {
        super::convert(&column, class).ok()?
    } else {
        super::convert(&column.narrow(), class).ok()?
    })
}

/// Zero where the divisor is zero.
fn quotient(x: &Value, y: &Value) -> Result<Value> {
    let class = x.class();
    let divisors = y.to_complex().unwrap_or_default();
    let plain = general(BinaryOp::RightDivide, x, y)?.to_complex().unwrap_or_default();
    let pairs = divisors.iter().zip(plain.iter());
    let values = pairs.map(|(y, &quotient)| if y.re == 0.0 && y.im == 0.0 { Default::default() } else { quotient });
    super::convert(&Value::Complex(Array::column(values.collect())).narrow(), class)
}

/// A diagonal matrix and something else.
fn beside(op: BinaryOp, a: Parts, right: &Value) -> Option<Result<Value>> {
    let right = &promoted(right);
    if right.is_scalar() && right.class() == a.elements.class() {
        let element_op = match op {
            BinaryOp::MatMul => BinaryOp::Mul,
            BinaryOp::MatRightDivide => BinaryOp::RightDivide,
            BinaryOp::MatPower if a.rows == a.columns => BinaryOp::Power,
            _ => return None,
        };
        return Some(general(element_op, &a.elements, right).map(|elements| diagonal(a.rows, a.columns, elements)));
    }
    if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
        return sum_with_plain(op, &a, right, Order::DiagonalFirst);
    }
    if a.rows != a.columns || right.dims().rank() > 2 || right.dims().rows() != a.rows || !right.class().is_float() {
        return None;
    }
    match op {
        // Rows are scaled, so that zeros off the diagonal meet no infinity.
        BinaryOp::MatMul => Some(general(BinaryOp::Mul, &a.elements, right)),
        BinaryOp::MatLeftDivide => Some(scaled_rows(&a.elements, right)),
        _ => None,
    }
}

/// Sums with plain matrices of the same class repeat no rows and no columns.
fn sum_with_plain(op: BinaryOp, diagonal: &Parts, plain: &Value, order: Order) -> Option<Result<Value>> {
    let own = Dims::from([diagonal.rows, diagonal.columns]);
    let other = flat(plain).dims();
    if plain.is_scalar() || plain.class() != diagonal.elements.class() || own == other {
        return None;
    }
    let (left, right) = if order == Order::DiagonalFirst { (own, other) } else { (other, own) };
    Some(Err(nonconformant(op, &left, &right)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    DiagonalFirst,
    PlainFirst,
}

/// Something else and a diagonal matrix.
fn after(op: BinaryOp, left: &Value, b: Parts) -> Option<Result<Value>> {
    let left = &promoted(left);
    if left.is_scalar() {
        if left.class() != b.elements.class() {
            return None;
        }
        let elements = match op {
            BinaryOp::MatMul => general(BinaryOp::Mul, left, &b.elements),
            BinaryOp::MatLeftDivide => general(BinaryOp::LeftDivide, left, &b.elements),
            _ => return None,
        };
        return Some(elements.map(|elements| diagonal(b.rows, b.columns, elements)));
    }
    if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
        return sum_with_plain(op, &b, left, Order::PlainFirst);
    }
    if b.rows != b.columns || left.dims().rank() > 2 || left.dims().cols() != b.rows || !left.class().is_float() {
        return None;
    }
    let row = super::unary(UnaryOp::Transpose, &b.elements).ok()?;
    match op {
        BinaryOp::MatMul => Some(general(BinaryOp::Mul, left, &row)),
        BinaryOp::MatRightDivide => {
            let turned = super::unary(UnaryOp::Transpose, left).ok()?;
            Some(scaled_rows(&b.elements, &turned).and_then(|result| super::unary(UnaryOp::Transpose, &result)))
        }
        _ => None,
    }
}

/// `matrix ./ elements` by rows; zero where an element is zero.
fn scaled_rows(elements: &Value, matrix: &Value) -> Result<Value> {
    let quotient = general(BinaryOp::RightDivide, matrix, elements)?;
    let zero = general(BinaryOp::Equal, elements, &Value::scalar(0.0))?;
    let Value::Bool(zero) = zero else { return Ok(quotient) };
    if zero.iter().all(|zero| !zero) {
        return Ok(quotient);
    }
    let class = quotient.class();
    let mut values = quotient.to_complex().unwrap_or_default();
    let rows = zero.len();
    for (k, value) in values.make_mut().iter_mut().enumerate() {
        if zero.as_slice()[k % rows] {
            *value = Default::default();
        }
    }
    super::convert(&Value::Complex(values).narrow(), class)
}
