//! Rows and columns of equal width, in pieces that fit the terminal's 80 characters. Knows no numbers.

use super::printer::Printer;

/// Characters of a line.
pub(super) const LINE: usize = 80;

/// A matrix whose elements are written by `cell(out, row, column)`, separators included.
pub(super) struct Grid<'a> {
    pub rows: usize,
    pub columns: usize,
    /// Of one column with its separator.
    pub width: usize,
    /// Characters of a line that a matrix may fill in one piece.
    pub line: usize,
    /// The same for the pieces of a matrix that is split.
    pub piece_line: usize,
    /// What stands after each piece.
    pub after: After,
    pub cell: &'a dyn Fn(&mut Vec<u8>, usize, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    Nothing,
    EmptyLine,
}

impl Printer {
    pub fn grid(&mut self, grid: &Grid) {
        let per_piece = (grid.piece_line / grid.width.max(1)).max(1);
        if grid.columns * grid.width <= grid.line {
            return self.piece(grid, 0, grid.columns);
        }
        let mut first = 0;
        while first < grid.columns {
            let last = (first + per_piece).min(grid.columns);
            if first > 0 {
                self.blank_line();
            }
            self.heading(first, last);
            self.blank_line();
            self.piece(grid, first, last);
            first = last;
        }
    }

    /// ` Columns 1 through 8:`
    fn heading(&mut self, first: usize, last: usize) {
        self.indent();
        let text = match last - first {
            1 => format!(" Column {last}:"),
            2 => format!(" Columns {} and {last}:", first + 1),
            _ => format!(" Columns {} through {last}:", first + 1),
        };
        self.line(&text);
    }

    fn piece(&mut self, grid: &Grid, first: usize, last: usize) {
        for row in 0..grid.rows {
            self.indent();
            for column in first..last {
                (grid.cell)(&mut self.out, row, column);
            }
            self.out.push(b'\n');
        }
        if grid.after == After::EmptyLine {
            self.out.push(b'\n');
        }
    }
}
