//! Char arrays: rows as they are, never indented or split.

use super::printer::Printer;
use crate::value::{Array, CharArray, Value};

/// A char array of one row, or of none at all, is shown on the line of its name.
pub(super) fn inline(bytes: &Array<u8>) -> Option<&[u8]> {
    let dims = bytes.dims();
    if dims.rank() == 2 && dims.rows() <= 1 {
        Some(if dims.rows() == 1 { bytes.as_slice() } else { b"" })
    } else {
        None
    }
}

/// Pages of one row each.
pub(super) fn is_row_pages(value: &Value) -> bool {
    matches!(value, Value::Char(text) if text.bytes.dims().rank() > 2 && text.bytes.dims().rows() == 1)
}

/// No elements, which is told on the line of the name.
pub(super) fn is_empty_pages(text: &CharArray) -> bool {
    let dims = text.bytes.dims();
    dims.rank() > 2 && dims.count() == 0 && dims.rows() < 2
}

impl Printer {
    /// The rows of one page.
    pub fn char_rows(&mut self, page: &[u8], rows: usize, columns: usize) {
        for row in 0..rows {
            self.out.extend((0..columns).map(|column| page[column * rows + row]));
            self.out.push(b'\n');
        }
    }
}
