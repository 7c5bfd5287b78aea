//! Doubles that are kept as a rule: ranges and diagonal matrices.

use super::Array;

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

    /// Element `k`; the last one never passes the limit.
    pub fn get(&self, k: usize) -> f64 {
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
        Array::row((0..self.count).map(|k| self.get(k)).collect())
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
        let mut values = vec![0.0; self.rows * self.columns];
        for (k, &element) in self.elements.iter().enumerate() {
            values[k * self.rows + k] = element;
        }
        Array::new([self.rows, self.columns].into(), values)
    }
}
