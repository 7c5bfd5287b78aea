//! A column-major matrix to factor in place. Is no value of a program: [`crate::value::Array`] is.

use super::scalar::Scalar;
use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, PartialEq)]
pub struct Mat<T> {
    pub rows: usize,
    pub cols: usize,
    /// Column-major, `rows * cols` elements.
    pub data: Vec<T>,
}

impl<T: Scalar> Mat<T> {
    /// # Panics
    /// If the number of elements is not `rows * cols`: an error of ours.
    pub fn new(rows: usize, cols: usize, data: Vec<T>) -> Mat<T> {
        assert_eq!(rows * cols, data.len());
        Mat { rows, cols, data }
    }

    pub fn zeros(rows: usize, cols: usize) -> Mat<T> {
        Mat { rows, cols, data: vec![T::ZERO; rows * cols] }
    }

    pub fn identity(n: usize) -> Mat<T> {
        Mat::from_fn(n, n, |i, j| if i == j { T::ONE } else { T::ZERO })
    }

    pub fn from_fn(rows: usize, cols: usize, mut f: impl FnMut(usize, usize) -> T) -> Mat<T> {
        let mut data = Vec::with_capacity(rows * cols);
        for j in 0..cols {
            data.extend((0..rows).map(|i| f(i, j)));
        }
        Mat { rows, cols, data }
    }

    pub fn is_square(&self) -> bool {
        self.rows == self.cols
    }

    pub fn col(&self, j: usize) -> &[T] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }

    pub fn col_mut(&mut self, j: usize) -> &mut [T] {
        &mut self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// Column `source` to read and column `target` to write; they differ.
    pub fn col_pair(&mut self, source: usize, target: usize) -> (&[T], &mut [T]) {
        let rows = self.rows;
        if source < target {
            let (left, right) = self.data.split_at_mut(target * rows);
            (&left[source * rows..(source + 1) * rows], &mut right[..rows])
        } else {
            let (left, right) = self.data.split_at_mut(source * rows);
            (&right[..rows], &mut left[target * rows..(target + 1) * rows])
        }
    }

    pub fn swap_rows(&mut self, a: usize, b: usize, columns: std::ops::Range<usize>) {
        if a != b {
            for j in columns {
                self.data.swap(j * self.rows + a, j * self.rows + b);
            }
        }
    }

    pub fn swap_cols(&mut self, a: usize, b: usize) {
        if a != b {
            for i in 0..self.rows {
                self.data.swap(a * self.rows + i, b * self.rows + i);
            }
        }
    }

    pub fn transpose(&self) -> Mat<T> {
        Mat::from_fn(self.cols, self.rows, |i, j| self[(j, i)])
    }

    /// The conjugate transpose.
    pub fn adjoint(&self) -> Mat<T> {
        Mat::from_fn(self.cols, self.rows, |i, j| self[(j, i)].conj())
    }

    /// A copy of some rows and columns.
    pub fn part(&self, rows: std::ops::Range<usize>, cols: std::ops::Range<usize>) -> Mat<T> {
        Mat::from_fn(rows.len(), cols.len(), |i, j| self[(rows.start + i, cols.start + j)])
    }

    /// Puts `block` where row `row` and column `col` are its first.
    pub fn set_part(&mut self, row: usize, col: usize, block: &Mat<T>) {
        for j in 0..block.cols {
            self.col_mut(col + j)[row..row + block.rows].copy_from_slice(block.col(j));
        }
    }

    pub fn is_upper(&self) -> bool {
        (0..self.cols).all(|j| self.col(j).iter().skip(j + 1).all(|&x| x == T::ZERO))
    }

    pub fn is_lower(&self) -> bool {
        (0..self.cols).all(|j| self.col(j).iter().take(j).all(|&x| x == T::ZERO))
    }

    /// Square and equal to its conjugate transpose.
    pub fn is_hermitian(&self) -> bool {
        self.is_square() && (0..self.cols).all(|j| (0..=j).all(|i| self[(i, j)] == self[(j, i)].conj()))
    }

    pub fn all_finite(&self) -> bool {
        self.data.iter().all(|x| x.is_finite())
    }

    pub fn has_nan(&self) -> bool {
        self.data.iter().any(|x| x.is_nan())
    }

    pub fn map<U: Scalar>(&self, f: impl FnMut(&T) -> U) -> Mat<U> {
        Mat { rows: self.rows, cols: self.cols, data: self.data.iter().map(f).collect() }
    }
}

impl<T: Scalar> Index<(usize, usize)> for Mat<T> {
    type Output = T;

    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.rows);
        &self.data[j * self.rows + i]
    }
}

impl<T: Scalar> IndexMut<(usize, usize)> for Mat<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        debug_assert!(i < self.rows);
        &mut self.data[j * self.rows + i]
    }
}
