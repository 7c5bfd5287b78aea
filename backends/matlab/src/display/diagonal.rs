//! Diagonal and permutation matrices: zeros off the diagonal are no elements, they only fill their place.

use super::grid::{After, Grid, LINE};
use super::number::right_align;
use super::printer::Printer;
use super::{Notation, complex, real};
use crate::value::{Diagonal, Structured, Value};

impl Printer {
    pub fn diagonal(&mut self, matrix: &Diagonal) {
        self.title("Diagonal Matrix");
        let elements = &matrix.elements;
        if self.format.notation == Notation::Plus {
            let array = matrix.to_array();
            return self.signs(matrix.rows, matrix.columns, |k| array.as_slice()[k]);
        }
        let column = real::matrix(elements.iter().copied(), self.format);
        self.filled(matrix.rows, matrix.columns, column.width, |out, k| column.put(out, elements[k]));
    }

    pub fn structured(&mut self, matrix: &Structured) {
        let Structured::Diagonal { rows, columns, elements } = matrix else {
            self.title("Permutation Matrix");
            return self.plane(&matrix.to_value(), 0, After::Nothing);
        };
        self.title("Diagonal Matrix");
        match elements {
            Value::Single(array) => {
                let column = real::matrix(array.iter().copied(), self.format);
                self.filled(*rows, *columns, column.width, |out, k| column.put(out, array.as_slice()[k].into()));
            }
            Value::Complex(array) => {
                let pair = complex::matrix(array.iter().map(|x| (x.re, x.im)), self.format);
                self.filled(*rows, *columns, pair.width(), |out, k| {
                    let x = array.as_slice()[k];
                    pair.put(out, x.re, x.im);
                });
            }
            Value::SingleComplex(array) => {
                let pair = complex::matrix(array.iter().map(|x| (x.re, x.im)), self.format);
                self.filled(*rows, *columns, pair.width(), |out, k| {
                    let x = array.as_slice()[k];
                    pair.put(out, x.re.into(), x.im.into());
                });
            }
            _ => self.plane(&matrix.to_value(), 0, After::Nothing),
        }
    }

    fn title(&mut self, title: &str) {
        if self.format.notation != Notation::Plus {
            self.line(title);
            self.blank_line();
        }
    }

    /// `put` writes the elements of the diagonal, all as wide as `width`.
    fn filled(&mut self, rows: usize, columns: usize, width: usize, put: impl Fn(&mut Vec<u8>, usize)) {
        let cell = |out: &mut Vec<u8>, row: usize, column: usize| {
            out.extend_from_slice(b"  ");
            if row == column {
                put(out, row);
            } else {
                right_align(out, "0", width);
            }
        };
        let line = LINE.saturating_sub(self.indentation());
        self.grid(&Grid {
            rows,
            columns,
            width: width + 2,
            line,
            piece_line: line,
            after: After::Nothing,
            cell: &cell,
        });
    }
}
