//! Values as Octave shows them: `x = 5` of statements without a semicolon, and `disp`. Writes to no stream.

use crate::value::Value;

/// `format short`, `format long` and their kin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Format {
    pub long: bool,
}

/// What a statement without a semicolon shows, newlines included.
pub fn named(_name: &str, _value: &Value, _format: Format) -> Vec<u8> {
    todo!()
}

/// What `disp(value)` shows.
pub fn disp(_value: &Value, _format: Format) -> Vec<u8> {
    todo!()
}
