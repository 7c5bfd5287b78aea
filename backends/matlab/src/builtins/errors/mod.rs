//! Errors and warnings: raising them, and what is remembered of them. Prints warnings; whether an error is printed is the
//! interpreter's matter.

mod assert;
mod raise;
mod warning;

use super::{ANY, Entry, entry, file_entry};
use crate::error::StackFrame;
use crate::value::{Array, StructArray, Value};
use crate::{Error, Result};

pub use warning::{Warnings, warn, warn_of_old};

pub const TABLE: &[Entry] = &[
    file_entry("assert", 1, ANY, assert::assert),
    file_entry("beep", 0, 0, raise::beep),
    entry("error", 1, ANY, raise::error),
    entry("lasterr", 0, 2, raise::lasterr),
    entry("lasterror", 0, 1, raise::lasterror),
    entry("lastwarn", 0, 2, warning::lastwarn),
    entry("rethrow", 1, 1, raise::rethrow),
    entry("warning", 0, ANY, warning::warning),
];

/// The message without the newline that only says: show no places.
pub fn message_of(error: &Error) -> &str {
    error.message.strip_suffix('\n').unwrap_or(&error.message)
}

/// Octave forgets where functions of its own were when they were given what is no array, or no text.
pub fn without_stack(error: Error) -> Error {
    const NO_TEXTS: &[&str] = &[
        "str2func: FCN_NAME must be a string",
        "func2str: FCN_HANDLE argument must be a function handle object",
        "iskeyword: NAME must be a string",
        "exist: NAME must be a string",
        "isa: CLASSNAME must be a string or cell array of strings",
        "struct2cell: argument S must be a structure",
        "rmfield: first argument must be a struct",
        "diag: invalid argument K",
    ];
    let is_wrong_type = |text: &str| text.contains(": wrong type argument '") && !text.contains("::int64_value ():");
    let forgets = error.stack.is_empty() && (is_wrong_type(&error.message) || NO_TEXTS.contains(&&*error.message));
    Error { is_again: error.is_again || forgets, ..error }
}

/// What `catch err` gets: a struct of message, identifier and stack.
pub fn error_value(error: &Error) -> Value {
    let mut fields = StructArray::scalar();
    fields.set("message", 0, Value::text(message_of(error)));
    fields.set("identifier", 0, Value::text(&error.identifier));
    fields.set("stack", 0, stack_value(&error.stack));
    Value::structs(fields)
}

fn stack_value(stack: &[StackFrame]) -> Value {
    let column = |f: &dyn Fn(&StackFrame) -> Value| Array::column(stack.iter().map(f).collect());
    let place = |frame: &StackFrame, at: usize| Value::scalar(if frame.line == 0 { -1.0 } else { at as f64 });
    let fields = [
        ("file".into(), column(&|frame| Value::text(&frame.file))),
        ("name".into(), column(&|frame| Value::text(&frame.function))),
        ("line".into(), column(&|frame| place(frame, frame.line))),
        ("column".into(), column(&|frame| place(frame, frame.column))),
    ];
    Value::structs(StructArray::with_fields([stack.len(), 1].into(), fields.into_iter().collect()))
}

/// The stack that an error's struct has.
pub fn stack_of(value: &Value) -> Vec<StackFrame> {
    let Value::Struct(fields) = value else {
        return vec![];
    };
    let Some(Value::Struct(stack)) = fields.get("stack", 0) else {
        return vec![];
    };
    let text = |name: &str, at: usize| stack.get(name, at).and_then(Value::as_text).unwrap_or_default();
    let number = |name: &str, at: usize| stack.get(name, at).and_then(Value::as_scalar).unwrap_or(0.0).max(0.0) as usize;
    let frame = |at: usize| StackFrame {
        file: text("file", at),
        function: text("name", at),
        line: number("line", at),
        column: number("column", at),
    };
    (0..stack.dims().count()).map(frame).collect()
}

/// The error that a struct describes: one with at least a message and an identifier.
pub fn error_of(value: &Value) -> Option<Error> {
    let Value::Struct(fields) = value else {
        return None;
    };
    let text = |name: &str| fields.get(name, 0).and_then(Value::as_text);
    Some(Error { identifier: text("identifier")?, ..Error::new(text("message")?) })
}

/// The text of a template with its arguments. Without arguments it stands for itself.
fn formatted(template: &Value, args: &[Value]) -> Result<String> {
    let Value::Char(chars) = template else {
        return Err(Error::new("sprintf: format TEMPLATE must be a string"));
    };
    let bytes = chars.bytes.as_slice();
    let escaped = if chars.double_quoted { bytes.to_vec() } else { crate::format::unescape(bytes) };
    let text = crate::format::sprintf(&escaped, args)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Is this an identifier: parts with colons between them, no blanks?
fn is_identifier(text: &str) -> bool {
    text.contains(':')
        && !text.contains(|c: char| c.is_ascii_whitespace() || c == '%')
        && !text.starts_with(':')
        && !text.ends_with(':')
}

/// The identifier and the text of the arguments of `error` and `warning`.
fn message(name: &str, args: &[Value]) -> Result<(String, String)> {
    match args {
        [only] => {
            let text = only.as_text().unwrap_or_default();
            if is_identifier(&text) {
                let text = format!("call to {name} with message identifier '{text}' requires message");
                return Ok((String::new(), text));
            }
            Ok((String::new(), text))
        }
        [first, rest @ ..] => match first.as_text().filter(|text| is_identifier(text)) {
            Some(identifier) => Ok((identifier, formatted(&rest[0], &rest[1..])?)),
            None => Ok((String::new(), formatted(first, rest)?)),
        },
        [] => Ok((String::new(), String::new())),
    }
}
