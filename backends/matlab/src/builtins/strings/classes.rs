//! Classes of characters (`isspace`, ...) and letter case, element by element, into cells. Bytes of UTF-8 sequences share the class
//! of their character.

use super::text;
use crate::builtins::Call;
use crate::value::{Array, Value};
use crate::{Result, fail};

/// What is asked of a character.
type Test = fn(char) -> bool;

fn classify(call: &Call, public: &str, test: Test) -> Result<Vec<Value>> {
    classes(&call.args[0], public, test).map(|value| vec![value])
}

fn classes(value: &Value, name: &str, test: Test) -> Result<Value> {
    match value {
        Value::Cell(cells) => Ok(Value::cell(cells.try_map(|cell| classes(cell, name, test))?)),
        Value::Char(chars) => {
            let bytes = chars.bytes.as_slice();
            let flags = if bytes.is_ascii() {
                bytes.iter().map(|&byte| test(char::from(byte))).collect()
            } else {
                spread(bytes, test)
            };
            Ok(Value::Bool(Array::new(chars.bytes.dims().clone(), flags)))
        }
        other => match other.to_doubles() {
            Some(numbers) => Ok(Value::Bool(numbers.map(|&code| {
                code.fract() == 0.0 && (0.0..=127.0).contains(&code) && test(char::from(code as u8))
            }))),
            None => fail!("{name}: not defined for {}", other.kind_name()),
        },
    }
}

/// The test of each byte's character; bytes that are no UTF-8 are Latin-1.
fn spread(bytes: &[u8], test: Test) -> Vec<bool> {
    let mut flags = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            flags.extend(std::iter::repeat_n(test(character), character.len_utf8()));
        }
        flags.extend(chunk.invalid().iter().map(|&byte| test(char::from(byte))));
    }
    flags
}

macro_rules! tests {
    ($($name:ident $test:expr;)*) => {
        $(pub fn $name(call: Call) -> Result<Vec<Value>> {
            classify(&call, stringify!($name), $test)
        })*
    };
}

tests! {
    isspace |c| matches!(c, '\t'..='\r') || c.is_whitespace();
    isalpha char::is_alphabetic;
    isdigit |c| c.is_ascii_digit();
    isupper char::is_uppercase;
    islower char::is_lowercase;
    isalnum |c| c.is_alphabetic() || c.is_ascii_digit();
    ispunct |c| c.is_ascii_punctuation();
    iscntrl char::is_control;
    isgraph |c| if c.is_ascii() { c.is_ascii_graphic() } else { !c.is_control() && !c.is_whitespace() };
    isprint |c| !c.is_control();
    isxdigit |c| c.is_ascii_hexdigit();
    isascii |c| c.is_ascii();
}

pub fn toupper(call: Call) -> Result<Vec<Value>> {
    recase(&call.args[0], "toupper", &upper).map(|value| vec![value])
}

pub fn tolower(call: Call) -> Result<Vec<Value>> {
    recase(&call.args[0], "tolower", &lower).map(|value| vec![value])
}

fn recase(value: &Value, name: &str, change: &dyn Fn(&[u8]) -> Vec<u8>) -> Result<Value> {
    match value {
        Value::Cell(cells) => Ok(Value::cell(cells.try_map(|cell| recase(cell, name, change))?)),
        Value::Char(chars) => {
            let bytes = chars.bytes.as_slice();
            let changed = change(bytes);
            // Letters whose other case has another length stay as they are.
            let changed = if changed.len() == bytes.len() { changed } else { bytes.to_vec() };
            Ok(text::with_bytes(chars, changed))
        }
        other if other.is_number_like() => Ok(other.clone()),
        other => fail!("{name}: not defined for {}", other.kind_name()),
    }
}

fn upper(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_ascii() => text.to_uppercase().into_bytes(),
        _ => bytes.to_ascii_uppercase(),
    }
}

fn lower(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_ascii() => text.to_lowercase().into_bytes(),
        _ => bytes.to_ascii_lowercase(),
    }
}

/// `isstrprop(text, type)`: the test of that type.
pub fn isstrprop(call: Call) -> Result<Vec<Value>> {
    let kind = call.args[1].as_text().unwrap_or_default();
    let name = match kind.as_str() {
        "alpha" => "isalpha",
        "alnum" | "alphanum" => "isalnum",
        "ascii" => "isascii",
        "cntrl" => "iscntrl",
        "digit" => "isdigit",
        "graph" | "graphic" => "isgraph",
        "lower" => "islower",
        "print" => "isprint",
        "punct" => "ispunct",
        "space" | "wspace" => "isspace",
        "upper" => "isupper",
        "xdigit" => "isxdigit",
        _ => crate::fail!("isstrprop: invalid string type: {kind}"),
    };
    call.session.call(&Value::text(name), vec![call.args[0].clone()], 1)
}
