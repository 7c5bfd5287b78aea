//! The elements of a value, or the rows of a matrix, as things with an order: what sorting of rows and sets are built on. Changes no
//! value.

use crate::builtins::elementary::numeric::with_elements;
use crate::builtins::reductions::extrema::Ranked;
use crate::value::{Array, CharArray, Class, Complex64, Dims, Value};
use std::cmp::Ordering;

/// Elements with an order. NaN comes after all numbers.
pub enum Keys {
    Reals(Vec<f64>),
    Integers(Vec<i128>),
    Complex(Vec<Complex64>),
    Texts(Vec<Vec<u8>>),
}

impl Keys {
    /// `None` for structs, handles, and cells with other things than texts.
    pub fn new(value: &Value) -> Option<Keys> {
        Some(match value {
            Value::Cell(cells) => {
                Keys::Texts(cells.iter().map(|cell| cell.as_bytes().map(<[u8]>::to_vec)).collect::<Option<_>>()?)
            }
            Value::I64(array) => Keys::Integers(array.iter().map(|&x| x.into()).collect()),
            Value::U64(array) => Keys::Integers(array.iter().map(|&x| x.into()).collect()),
            complex if complex.is_complex() => Keys::Complex(complex.to_complex()?.into_vec()),
            other => Keys::Reals(other.to_doubles()?.into_vec()),
        })
    }

    pub fn len(&self) -> usize {
        match self {
            Keys::Reals(values) => values.len(),
            Keys::Integers(values) => values.len(),
            Keys::Complex(values) => values.len(),
            Keys::Texts(values) => values.len(),
        }
    }

    pub fn compare(&self, i: usize, j: usize) -> Ordering {
        match self {
            Keys::Reals(values) => missing_last(values[i], values[j]),
            Keys::Integers(values) => values[i].cmp(&values[j]),
            Keys::Complex(values) => missing_last(values[i], values[j]),
            Keys::Texts(values) => values[i].cmp(&values[j]),
        }
    }

    /// NaN is equal to nothing.
    pub fn equal(&self, i: usize, j: usize) -> bool {
        match self {
            Keys::Reals(values) => values[i] == values[j],
            Keys::Integers(values) => values[i] == values[j],
            Keys::Complex(values) => values[i] == values[j],
            Keys::Texts(values) => values[i] == values[j],
        }
    }
}

/// The order of sorting: missing values last.
pub fn missing_last<T: Ranked>(a: T, b: T) -> Ordering {
    match (a.is_missing(), b.is_missing()) {
        (false, false) => a.rank(b),
        (a, b) => a.cmp(&b),
    }
}

/// Elements of a value, or rows of a matrix, by number.
pub struct Items {
    keys: Keys,
    count: usize,
    /// The number of columns of a row; 1 for elements.
    width: usize,
}

impl Items {
    pub fn elements(value: &Value) -> Option<Items> {
        let keys = Keys::new(value)?;
        Some(Items { count: keys.len(), width: 1, keys })
    }

    pub fn rows(value: &Value) -> Option<Items> {
        let dims = value.dims();
        let count = dims.rows();
        Some(Items { keys: Keys::new(value)?, count, width: dims.count().checked_div(count).unwrap_or(0) })
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn compare(&self, i: usize, j: usize) -> Ordering {
        let columns = 0..self.width;
        let mut orders = columns.map(|column| self.keys.compare(i + column * self.count, j + column * self.count));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// In one column (0-based).
    pub fn compare_column(&self, column: usize, i: usize, j: usize) -> Ordering {
        self.keys.compare(i + column * self.count, j + column * self.count)
    }

    pub fn equal(&self, i: usize, j: usize) -> bool {
        (0..self.width).all(|column| self.keys.equal(i + column * self.count, j + column * self.count))
    }

    /// The numbers of the items in ascending order; equal ones keep theirs.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by(|&i, &j| self.compare(i, j));
        order
    }
}

/// The elements at 0-based positions, in the given extents. Every class.
pub fn take(value: &Value, positions: &[usize], dims: Dims) -> Value {
    let value = value.clone().full();
    with_elements!(value, array => wrap(pick(&array, positions, dims)), other => match other {
        Value::Char(chars) => Value::Char(CharArray { bytes: pick(&chars.bytes, positions, dims), ..chars }),
        Value::Cell(array) => Value::cell(pick(&array, positions, dims)),
        other => other,
    })
}

fn wrap<T: crate::builtins::elementary::numeric::Element>(array: Array<T>) -> Value {
    T::wrap(array).narrow()
}

fn pick<T: Clone>(array: &Array<T>, positions: &[usize], dims: Dims) -> Array<T> {
    let elements = array.as_slice();
    Array::new(dims, positions.iter().map(|&k| elements[k].clone()).collect())
}

/// The rows at 0-based positions.
pub fn take_rows(value: &Value, rows: &[usize]) -> Value {
    let dims = value.dims();
    let columns = dims.as_slice().iter().skip(1).product::<usize>();
    let height = dims.rows();
    let positions: Vec<usize> =
        (0..columns).flat_map(|column| rows.iter().map(move |row| row + column * height)).collect();
    take(value, &positions, dims.with(0, rows.len()))
}

/// A value without elements, of a class of arrays.
pub fn empty_like(value: &Value, dims: Dims) -> Value {
    match value.class() {
        Class::Cell => Value::cell(Array::new(dims, vec![])),
        _ => take(value, &[], dims),
    }
}

/// 1-based positions as a column of doubles.
pub fn positions_column(positions: &[usize]) -> Value {
    Value::column(positions.iter().map(|&k| k as f64 + 1.0).collect())
}
