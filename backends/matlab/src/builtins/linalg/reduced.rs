//! `rref`: the reduced row echelon form.

use super::Call;
use super::matrix::{Element, Matrix, each, mat_value};
use crate::lapack::blas::norm_inf;
use crate::lapack::{Mat, Real};
use crate::value::Array;
use crate::{Result, Value, fail};

/// `r = rref(A)`, `rref(A, tol)`, `[r, k] = rref(...)`: `k` are the columns of the pivots.
pub fn rref(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    if a.dims().rank() > 2 {
        fail!("rref: A must be a 2-dimensional matrix");
    }
    if !a.class().is_float() {
        fail!("xnorm: wrong type argument '{}'", a.type_name());
    }
    let tolerance = call.args.get(1).and_then(Value::as_scalar);
    let (reduced, pivots) = each!(Matrix::argument(a, "rref")?, m => {
        let (m, pivots) = reduce(m, tolerance);
        (mat_value(m), pivots)
    });
    let pivots: Vec<f64> = pivots.into_iter().map(|column| (column + 1) as f64).collect();
    Ok(vec![reduced, Value::Double(Array::row(pivots))])
}

fn reduce<T: Element>(mut a: Mat<T>, tolerance: Option<f64>) -> (Mat<T>, Vec<usize>) {
    let (rows, cols) = (a.rows, a.cols);
    let tolerance = match tolerance {
        Some(tolerance) => T::Real::from_f64(tolerance),
        None => T::Real::precision() * T::Real::from_f64(rows.max(cols) as f64) * norm_inf(&a),
    };
    let mut pivots = vec![];
    let mut row = 0;
    for column in 0..cols {
        if row == rows {
            break;
        }
        let mut pivot = row;
        for i in row + 1..rows {
            if a[(i, column)].abs() > a[(pivot, column)].abs() {
                pivot = i;
            }
        }
        if a[(pivot, column)].abs() <= tolerance {
            a.col_mut(column)[row..].fill(T::ZERO);
            continue;
        }
        pivots.push(column);
        a.swap_rows(pivot, row, column..cols);
        let divisor = a[(row, column)];
        for j in column..cols {
            a[(row, j)] = a[(row, j)].over(divisor);
        }
        eliminate(&mut a, row, column);
        row += 1;
    }
    (a, pivots)
}

/// Clears the pivot's column in all other rows.
fn eliminate<T: Element>(a: &mut Mat<T>, row: usize, column: usize) {
    let factors = a.col(column).to_vec();
    for j in column..a.cols {
        let pivot = a[(row, j)];
        for (i, &factor) in factors.iter().enumerate() {
            if i != row {
                a[(i, j)] -= factor * pivot;
            }
        }
    }
}
