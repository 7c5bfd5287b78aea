//! Arrays of `int8` and its kin, and of `logical`: as wide as the most digits, with a sign if one has it, and two blanks between.

use super::Notation;
use super::grid::{After, Grid, LINE};
use super::number::right_align;
use super::printer::Printer;
use crate::value::Value;
use std::fmt::Display;

/// What printing asks of an integer class.
pub(super) trait Integer: Display + Copy {
    /// The least value of a signed class, whose magnitude Octave cannot tell: it counts for no width.
    fn is_least(self) -> bool;
}

macro_rules! integers {
    ($($class:ident)*) => {
        $(impl Integer for $class {
            fn is_least(self) -> bool {
                $class::MIN != 0 && self == $class::MIN
            }
        })*
    };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// The width that the elements share, sign included. Zero has no digits: it is only written with one.
fn width<T: Integer>(elements: &[T]) -> usize {
    let texts = || elements.iter().filter(|x| !x.is_least()).map(T::to_string).filter(|text| text != "0");
    let digits = texts().map(|text| text.trim_start_matches('-').len()).max().unwrap_or(0);
    digits + usize::from(texts().any(|text| text.starts_with('-')))
}

/// [`width`] of any array of integers, and of logical ones.
pub(super) fn width_of(value: &Value) -> usize {
    match value {
        Value::I8(array) => width(array.as_slice()),
        Value::I16(array) => width(array.as_slice()),
        Value::I32(array) => width(array.as_slice()),
        Value::I64(array) => width(array.as_slice()),
        Value::U8(array) => width(array.as_slice()),
        Value::U16(array) => width(array.as_slice()),
        Value::U32(array) => width(array.as_slice()),
        Value::U64(array) => width(array.as_slice()),
        Value::Bool(array) => usize::from(array.iter().any(|&x| x)),
        _ => 0,
    }
}

impl Printer {
    /// `format bank` gives decimals to integers, too.
    pub fn integer_decimals(&self) -> &'static str {
        if self.format.notation == Notation::Bank { ".00" } else { "" }
    }

    /// One page of integers. `width` is that of the whole array.
    pub fn integer_page<T: Integer>(&mut self, page: &[T], rows: usize, columns: usize, width: usize, after: After) {
        let decimals = self.integer_decimals();
        let width = width + decimals.len();
        let cell = |out: &mut Vec<u8>, row: usize, column: usize| {
            out.extend_from_slice(b"  ");
            right_align(out, &format!("{}{decimals}", page[column * rows + row]), width);
        };
        let line = LINE.saturating_sub(self.indentation());
        self.grid(&Grid { rows, columns, width: width + 2, line, piece_line: line, after, cell: &cell });
    }
}
