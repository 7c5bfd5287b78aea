//! Arrays of `int8` and its kin, and of `logical`: as wide as the most digits, with a sign if one has it, and two blanks between.

use super::grid::{Grid, LINE};
use super::number::right_align;
use super::printer::Printer;
use std::fmt::Display;

impl Printer {
    /// One page of integers.
    pub fn integer_page<T: Display>(&mut self, page: &[T], rows: usize, columns: usize) {
        let texts: Vec<_> = page.iter().map(T::to_string).collect();
        let digits = texts.iter().map(|text| text.trim_start_matches('-').len()).max().unwrap_or(0);
        let sign = usize::from(texts.iter().any(|text| text.starts_with('-')));
        let width = digits + sign + 2;
        let cell = |out: &mut Vec<u8>, row: usize, column: usize| right_align(out, &texts[column * rows + row], width);
        let line = LINE.saturating_sub(self.indentation());
        self.grid(&Grid { rows, columns, width, line, cell: &cell });
    }
}
