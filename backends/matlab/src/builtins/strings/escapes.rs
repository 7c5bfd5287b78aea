//! Texts in other writings: escapes, encodings, patterns, and a choice by its abbreviation.

use super::text;
use crate::builtins::Call;
use crate::value::{Array, Value};
use crate::{Error, Result, fail, format};

pub fn do_string_escapes(call: Call) -> Result<Vec<Value>> {
    match &call.args[0] {
        Value::Char(chars) => Ok(vec![Value::text(format::unescape(chars.bytes.as_slice()))]),
        _ => fail!("do_string_escapes: STRING argument must be of type string"),
    }
}

pub fn undo_string_escapes(call: Call) -> Result<Vec<Value>> {
    let Value::Char(chars) = &call.args[0] else {
        fail!("undo_string_escapes: S argument must be a string");
    };
    let mut out = vec![];
    for &byte in chars.bytes.iter() {
        let escape: &[u8] = match byte {
            0 => b"",
            7 => b"\\a",
            8 => b"\\b",
            9 => b"\\t",
            10 => b"\\n",
            11 => b"\\v",
            12 => b"\\f",
            13 => b"\\r",
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            other => {
                out.push(other);
                continue;
            }
        };
        out.extend_from_slice(escape);
    }
    Ok(vec![Value::text(out)])
}

pub fn regexptranslate(call: Call) -> Result<Vec<Value>> {
    let Some(operation) = call.args[0].as_text() else {
        fail!("regexptranslate: operation OP must be a string");
    };
    let Some(subject) = text::bytes(&call.args[1]) else {
        fail!("regexptranslate: S must be a string");
    };
    let mut out = vec![];
    match operation.to_lowercase().as_str() {
        "escape" => {
            for &byte in subject {
                if b"$.?[]^\\|{}()*+".contains(&byte) {
                    out.push(b'\\');
                }
                out.push(byte);
            }
        }
        "wildcard" => {
            for &byte in subject {
                match byte {
                    b'.' => out.extend_from_slice(b"\\."),
                    b'*' => out.extend_from_slice(b".*"),
                    b'?' => out.push(b'.'),
                    other => out.push(other),
                }
            }
        }
        _ => fail!("regexptranslate: invalid operation OP"),
    }
    Ok(vec![Value::text(out)])
}

/// Is this Latin-1? Else it is taken for UTF-8.
fn is_latin1(codepage: Option<&Value>) -> bool {
    let name = codepage.and_then(Value::as_text).unwrap_or_default().to_lowercase();
    matches!(name.as_str(), "latin1" | "iso-8859-1" | "iso8859-1" | "latin-1" | "windows-1252" | "cp1252")
}

pub fn unicode2native(call: Call) -> Result<Vec<Value>> {
    let Value::Char(chars) = &call.args[0] else {
        fail!("unicode2native: UTF8_STR must be a character vector");
    };
    if call.args.len() < 2 {
        fail!("unicode2native: CODEPAGE must be a string");
    }
    let bytes = chars.bytes.as_slice();
    if !is_latin1(call.args.get(1)) {
        return Ok(vec![Value::U8(Array::row(bytes.to_vec()))]);
    }
    let text = String::from_utf8_lossy(bytes);
    Ok(vec![Value::U8(Array::row(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()))])
}

pub fn native2unicode(call: Call) -> Result<Vec<Value>> {
    if let text @ Value::Char(_) = &call.args[0] {
        return Ok(vec![text.clone()]);
    }
    let Some(codes) = call.args[0].to_doubles() else {
        fail!("native2unicode: NATIVE_BYTES must be a numeric vector");
    };
    let bytes: Vec<u8> = codes.iter().map(|&code| code as u8).collect();
    if !is_latin1(call.args.get(1)) {
        return Ok(vec![Value::text(bytes)]);
    }
    Ok(vec![Value::text(bytes.iter().map(|&byte| char::from(byte)).collect::<String>())])
}

/// `validatestring(text, choices, [function, [variable, [position]]])`
pub fn validatestring(call: Call) -> Result<Vec<Value>> {
    let Some(wanted) = call.args[0].as_text().filter(|_| call.args[0].dims().rows() == 1) else {
        fail!("validatestring: STR must be a single character string");
    };
    if !text::is_cellstr(&call.args[1]) {
        fail!("validatestring: STRARRAY must be a cellstr");
    }
    let choices = text::texts(&call.args[1]).unwrap_or_default();
    let lower = wanted.to_lowercase();
    let fits = |choice: &&Vec<u8>| choice.to_ascii_lowercase().starts_with(lower.as_bytes());
    let matches: Vec<_> = choices.iter().filter(fits).collect();
    let exact = matches.iter().find(|choice| choice.eq_ignore_ascii_case(lower.as_bytes()));
    let shortest = matches.iter().min_by_key(|choice| choice.len());
    let chosen = exact.or(shortest.filter(|short| {
        let start = short.to_ascii_lowercase();
        matches.iter().all(|choice| choice.to_ascii_lowercase().starts_with(&start))
    }));
    if let Some(&chosen) = chosen {
        return Ok(vec![Value::text(chosen)]);
    }
    let list = if matches.is_empty() { choices.iter().collect() } else { matches.clone() };
    let list: Vec<_> = list.iter().map(|choice| format!("'{}'", String::from_utf8_lossy(choice))).collect();
    let problem = if matches.is_empty() { "does not match any of" } else { "matches multiple possible values:" };
    Err(Error::new(format!("{} {problem}\n{}", subject(&call, &wanted), list.join(", "))))
}

/// Who complains about what: `f: 'x' (variable v, argument #3)`.
fn subject(call: &Call, wanted: &str) -> String {
    let mut words = call.args[2..].iter().filter_map(Value::as_text);
    let function = words.next().unwrap_or_else(|| "validatestring".into());
    let variable = words.next().map(|name| format!("variable {name}"));
    let position = call.args[2..].iter().find(|value| !value.is_text()).and_then(Value::as_scalar);
    let position = position.map(|position| format!("argument #{position}"));
    let details: Vec<_> = variable.into_iter().chain(position).collect();
    let details = if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) };
    format!("{function}: '{wanted}'{details}")
}
