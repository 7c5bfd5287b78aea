//! Diagonal and permutation matrices that stay what they are when they are indexed or when an element of the diagonal is written.

use super::subscript::{Index, Parsed};
use crate::value::{Array, Diagonal, Structured, Value};
use std::rc::Rc;

/// The part of the matrix if it has a structure too; else the full matrix is to be indexed.
pub fn get(value: &Value, parsed: &[Parsed]) -> Option<Value> {
    let [rows, columns] = parsed else {
        return None;
    };
    match value {
        Value::Diagonal(diagonal) => {
            let (m, n) = (diagonal.rows, diagonal.columns);
            if m == n && diagonal.elements.iter().all(|&element| element == 1.0) {
                let identity: Vec<_> = (0..n).collect();
                if let Some(found) = permuted(&identity, rows, columns) {
                    return found.or_else(|| Some(value.clone()));
                }
            }
            let (m, n) = (leading(rows, m)?, leading(columns, n)?);
            if (m, n) == (1, 1) {
                return None;
            }
            let elements = diagonal.elements[..m.min(n)].to_vec();
            Some(Value::Diagonal(Diagonal { rows: m, columns: n, elements }))
        }
        Value::Structured(matrix) => match &**matrix {
            Structured::Permutation { columns: places } => {
                permuted(places, rows, columns)?.or_else(|| Some(value.clone()))
            }
            Structured::Diagonal { rows: m, columns: n, elements } => {
                let (m, n) = (leading(rows, *m)?, leading(columns, *n)?);
                let kept = super::get(elements, &[first_ones(m.min(n))], None).ok()?;
                let matrix = Structured::Diagonal { rows: m, columns: n, elements: kept };
                ((m, n) != (1, 1)).then(|| Value::Structured(Rc::new(matrix)))
            }
        },
        _ => None,
    }
}

fn first_ones(count: usize) -> super::Subscript {
    let ones = (1..=count).map(|position| position as f64).collect();
    super::Subscript::Value(Value::Double(Array::column(ones)))
}

/// How many positions, if they are the first ones in order.
fn leading(parsed: &Parsed, extent: usize) -> Option<usize> {
    match parsed {
        Parsed::Colon => Some(extent),
        Parsed::Positions(positions) => match positions.index {
            Index::Strided { first: 0, step: 1, len } if len >= 1 && len <= extent => Some(len),
            _ => None,
        },
    }
}

/// Rows and columns of a permutation matrix in another order; `Some(None)` is the same matrix.
fn permuted(places: &[usize], rows: &Parsed, columns: &Parsed) -> Option<Option<Value>> {
    let n = places.len();
    if rows.is_colon() && columns.is_colon() {
        return Some(None);
    }
    let row_order = order(rows, n)?;
    let column_order = order(columns, n)?;
    let mut column_of = vec![0; n];
    for (column, &position) in column_order.iter().enumerate() {
        column_of[position] = column;
    }
    let columns = row_order.iter().map(|&row| column_of[places[row]]).collect();
    Some(Some(Value::Structured(Rc::new(Structured::Permutation { columns }))))
}

/// The positions if each of `0..n` occurs once.
fn order(parsed: &Parsed, n: usize) -> Option<Vec<usize>> {
    let index = parsed.index(n);
    if index.len() != n || parsed.bound() > n {
        return None;
    }
    let mut seen = vec![false; n];
    for position in index.iter() {
        if std::mem::replace(&mut seen[position], true) {
            return None;
        }
    }
    Some(index.iter().collect())
}

/// Writes a real number to the diagonal of a diagonal matrix. False, and nothing is written, if that is not what is asked for.
pub fn set(target: &mut Value, parsed: &[Parsed], value: &Value) -> bool {
    let (Value::Diagonal(_) | Value::Structured(_)) = target else {
        return false;
    };
    let dims = target.dims();
    let one = |parsed: &Parsed| match parsed {
        Parsed::Positions(positions) if positions.is_scalar => Some(positions.index.at(0)),
        Parsed::Positions(_) | Parsed::Colon => None,
    };
    let place = match parsed {
        [at] => one(at).map(|at| (at % dims.rows().max(1), at / dims.rows().max(1))),
        [row, column] => one(row).zip(one(column)),
        _ => None,
    };
    let Some((row, column)) = place.filter(|(row, column)| row == column && *row < dims.rows().min(dims.cols())) else {
        return false;
    };
    debug_assert_eq!(row, column);
    if !value.is_scalar() || !value.is_number_like() {
        return false;
    }
    match target {
        Value::Diagonal(diagonal) if !value.is_complex() => {
            diagonal.elements[row] = value.as_scalar().unwrap_or(0.0);
            true
        }
        Value::Structured(matrix) => set_structured(matrix, row, value),
        _ => false,
    }
}

fn set_structured(matrix: &mut Rc<Structured>, at: usize, value: &Value) -> bool {
    let Structured::Diagonal { rows, columns, elements } = &**matrix else {
        return false;
    };
    if value.is_complex() && !elements.is_complex() {
        return false;
    }
    let mut changed = elements.clone();
    let was_complex = changed.is_complex();
    if super::set(&mut changed, &[super::Subscript::from(at as f64 + 1.0)], value.clone()).is_err()
        || changed.is_complex() != was_complex
    {
        return false;
    }
    *matrix = Rc::new(Structured::Diagonal { rows: *rows, columns: *columns, elements: changed });
    true
}
