//! Templates of `printf` and its kin, and the text of numbers in `num2str` and `mat2str`. Writes to no stream.

use crate::Result;
use crate::value::Value;

/// `sprintf(template, args...)`: the template is used again as long as arguments are left. `template` has its escapes replaced already.
///
/// # Errors
/// Octave's: arguments that are no numbers or text.
pub fn sprintf(_template: &[u8], _args: &[Value]) -> Result<Vec<u8>> {
    todo!()
}

/// Replaces the escapes of a template or of a double-quoted text (`\n`, `\t`, `\\`, octal, hexadecimal).
pub fn unescape(_text: &[u8]) -> Vec<u8> {
    todo!()
}
