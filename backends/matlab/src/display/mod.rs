//! Values as Octave shows them: `x = 5` of statements without a semicolon, and `disp`. Writes to no stream.

mod chars;
mod complex;
mod diagonal;
mod extent;
mod grid;
mod integers;
mod nested;
mod number;
mod pages;
mod printer;
mod range;
mod rational;
mod real;

use crate::value::Value;
pub(crate) use number::{exponent_text, fixed_text, general_text, is_missing, right_align};
use printer::Printer;
pub(crate) use rational::{WIDTH as RATIONAL_WIDTH, text as rational_text};

/// `format short`, `format long` and their kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Significant digits: 5 of `format short`, 16 of `format long`, or what `output_precision` was told.
    pub precision: usize,
    pub notation: Notation,
    /// `format compact`: no blank lines around matrices.
    pub compact: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Fixed point as long as the digits suffice, else with exponents.
    Fixed,
    /// `format short e`
    Exponent,
    /// `format short g`
    General,
    /// `format short eng`: exponents are multiples of three.
    Engineering,
    /// `format bank`: two decimals.
    Bank,
    /// `format rat`: fractions of this many characters.
    Rational(usize),
    /// `format +`: signs.
    Plus,
    /// `format hex`: the bytes.
    Hex,
    /// `format bit`: the bits.
    Bit,
}

impl Default for Format {
    fn default() -> Format {
        Format { precision: 5, notation: Notation::Fixed, compact: false }
    }
}

/// What a statement without a semicolon shows, newlines included.
pub fn named(name: &str, value: &Value, format: Format) -> Vec<u8> {
    let mut printer = Printer::new(format);
    printer.named(name, value);
    printer.out
}

/// What `disp(value)` shows.
pub fn disp(value: &Value, format: Format) -> Vec<u8> {
    let mut printer = Printer::new(format);
    printer.disp(value);
    printer.out
}

#[cfg(test)]
mod tests;
