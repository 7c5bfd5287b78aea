//! Lists of words in columns, down each column first.

use super::text;
use crate::builtins::Call;
use crate::value::{Array, Value};
use crate::{Result, fail};

/// Of the screen.
pub const WIDTH: usize = 80;

/// Lines that begin with `prefix`; nothing for no words.
pub fn lay_out(words: &[String], width: usize, prefix: &str) -> String {
    let wide = words.iter().map(String::len).max().unwrap_or(0) + 2;
    let columns = (width.saturating_sub(prefix.len()) / wide).max(1);
    let lines = words.len().div_ceil(columns);
    let mut all = String::new();
    for line in 0..lines {
        all.push_str(prefix);
        let mut row = words.iter().skip(line).step_by(lines).peekable();
        while let Some(word) = row.next() {
            all.push_str(word);
            if row.peek().is_some() {
                all.extend(std::iter::repeat_n(' ', wide - word.len()));
            }
        }
        all.push('\n');
    }
    all
}

/// `list_in_columns(words, width, prefix)`.
pub fn list_in_columns(call: Call) -> Result<Vec<Value>> {
    let words = match &call.args[0] {
        empty if empty.is_empty() => Some(Array::column(vec![])),
        words => text::texts(words),
    };
    let Some(words) = words else {
        fail!("list_in_columns: ARG must be a cellstr or char array");
    };
    let words: Vec<String> = words.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect();
    let width = match call.args.get(1).filter(|width| !width.is_empty()) {
        None => WIDTH,
        Some(width) => match width.as_count() {
            Some(width) => width,
            None => fail!("list_in_columns: WIDTH must be an integer"),
        },
    };
    let prefix = match call.args.get(2) {
        None => String::new(),
        Some(prefix) => match prefix.as_text() {
            Some(prefix) => prefix,
            None => fail!("list_in_columns: PREFIX must be a string"),
        },
    };
    let laid_out = if words.is_empty() { "\n".into() } else { lay_out(&words, width, &prefix) };
    Ok(vec![Value::text(laid_out)])
}
