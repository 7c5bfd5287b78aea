//! Arrays that are kept as a rule: ranges, diagonal matrices, permutation matrices.

use super::{Array, Class, Dims, Value};
use crate::memory::room_or_unwind;

/// `base + k * step` for `k` in `0..count`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub base: f64,
    pub step: f64,
    /// As written: display widths depend on it.
    pub limit: f64,
    pub count: usize,
}

impl Range {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Element `k`; the first is the base with its sign even if it is zero, and the last one never passes the limit.
    pub fn get(&self, k: usize) -> f64 {
        if k == 0 {
            return self.base;
        }
        let value = self.base + k as f64 * self.step;
        if k + 1 != self.count {
            value
        } else if self.step > 0.0 {
            value.min(self.limit)
        } else {
            value.max(self.limit)
        }
    }

    pub fn to_array(&self) -> Array<f64> {
        let mut values = room_or_unwind(self.count);
        values.extend((0..self.count).map(|k| self.get(k)));
        Array::row(values)
    }
}

/// A matrix whose elements off the main diagonal are zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagonal {
    pub rows: usize,
    pub columns: usize,
    /// `min(rows, columns)` elements.
    pub elements: Vec<f64>,
}

impl Diagonal {
    pub fn to_array(&self) -> Array<f64> {
        let dims: Dims = [self.rows, self.columns].into();
        let mut values = room_or_unwind(dims.count());
        values.resize(dims.count(), 0.0);
        for (k, &element) in self.elements.iter().enumerate() {
            values[k * self.rows + k] = element;
        }
        Array::new(dims, values)
    }
}

/// Matrices of a known structure, other than real diagonal ones: displayed in ways of their own, else full matrices.
#[derive(Clone, Debug)]
pub enum Structured {
    /// Row `i` has its one in column `columns[i]`.
    Permutation { columns: Vec<usize> },
    /// A diagonal of complex or single elements: `elements` is a column of `min(rows, columns)` of them.
    Diagonal { rows: usize, columns: usize, elements: Value },
}

impl Structured {
    pub fn dims(&self) -> Dims {
        match self {
            Structured::Permutation { columns } => [columns.len(), columns.len()].into(),
            Structured::Diagonal { rows, columns, .. } => [*rows, *columns].into(),
        }
    }

    pub fn class(&self) -> Class {
        match self {
            Structured::Permutation { .. } => Class::Double,
            Structured::Diagonal { elements, .. } => elements.class(),
        }
    }

    pub fn is_complex(&self) -> bool {
        matches!(self, Structured::Diagonal { elements, .. } if elements.is_complex())
    }

    /// The full matrix.
    pub fn to_value(&self) -> Value {
        match self {
            Structured::Permutation { columns } => {
                let n = columns.len();
                let mut values = vec![0.0; n * n];
                for (i, &j) in columns.iter().enumerate() {
                    values[j * n + i] = 1.0;
                }
                Value::Double(Array::new(self.dims(), values))
            }
            Structured::Diagonal { elements, .. } => match elements {
                Value::Single(array) => Value::Single(self.spread(array)),
                Value::Complex(array) => Value::Complex(self.spread(array)),
                Value::SingleComplex(array) => Value::SingleComplex(self.spread(array)),
                other => Value::Double(self.spread(&other.to_doubles().unwrap_or_default())),
            },
        }
    }

    fn spread<T: Copy + Default>(&self, elements: &Array<T>) -> Array<T> {
        let dims = self.dims();
        let mut values = vec![T::default(); dims.count()];
        for (k, &element) in elements.iter().enumerate() {
            values[k * dims.rows() + k] = element;
        }
        Array::new(dims, values)
    }
}
