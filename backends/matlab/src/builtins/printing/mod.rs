//! Functions that print, and functions that make text of numbers. Files other than the program's streams belong to `files`.

mod bases;
mod matrices;
mod numbers;
mod settings;

use super::{ANY, Call, Entry, entry, file_entry, files};
use crate::value::Array;
use crate::{Result, Value, display, format};

pub const TABLE: &[Entry] = &[
    entry("disp", 1, 1, disp),
    entry("fdisp", 2, 2, fdisp),
    entry("fflush", 1, 1, fflush),
    entry("format", 0, ANY, settings::format),
    entry("fprintf", 1, ANY, fprintf),
    entry("fputs", 2, 2, fputs),
    entry("more", 0, 1, |_| Ok(vec![])),
    entry("output_precision", 0, 2, settings::output_precision),
    entry("page_screen_output", 0, 2, settings::page_screen_output),
    entry("printf", 1, ANY, printf),
    entry("puts", 1, 1, puts),
    entry("rats", 1, 2, numbers::rats),
    entry("sprintf", 1, ANY, sprintf),
    file_entry("base2dec", 2, 2, bases::base2dec),
    file_entry("bin2dec", 1, 1, bases::bin2dec),
    file_entry("dec2base", 2, 3, bases::dec2base),
    file_entry("dec2bin", 1, 2, bases::dec2bin),
    file_entry("dec2hex", 1, 2, bases::dec2hex),
    file_entry("hex2dec", 1, 1, bases::hex2dec),
    file_entry("int2str", 1, 1, numbers::int2str),
    file_entry("mat2str", 1, 3, matrices::mat2str),
    file_entry("num2str", 1, 2, numbers::num2str),
];

/// A row of characters: 1x0 if there are none.
fn row(bytes: Vec<u8>) -> Value {
    Value::chars(Array::row(bytes))
}

fn disp(call: Call) -> Result<Vec<Value>> {
    let format = call.session.state().format;
    let text = display::disp(&call.args[0], format);
    if call.nargout > 0 {
        return Ok(vec![row(text)]);
    }
    call.session.write(&text);
    Ok(vec![])
}

fn fdisp(call: Call) -> Result<Vec<Value>> {
    let format = call.session.state().format;
    files::write(call.session, call.name, &call.args[0], &display::disp(&call.args[1], format))?;
    Ok(vec![])
}

fn fflush(call: Call) -> Result<Vec<Value>> {
    files::write(call.session, call.name, &call.args[0], b"")?;
    Ok(vec![Value::scalar(0.0)])
}

fn puts(call: Call) -> Result<Vec<Value>> {
    let Some(text) = first_row(&call.args[0]) else { return Ok(vec![Value::scalar(-1.0)]) };
    call.session.write(&text);
    Ok(vec![Value::scalar(0.0)])
}

fn fputs(call: Call) -> Result<Vec<Value>> {
    let text = first_row(&call.args[1]);
    files::write(call.session, call.name, &call.args[0], text.as_deref().unwrap_or(b""))?;
    Ok(vec![Value::scalar(if text.is_some() { 0.0 } else { -1.0 })])
}

fn sprintf(call: Call) -> Result<Vec<Value>> {
    let (text, result) = formatted(call.name, &call.args);
    result.map(|()| vec![row(text)])
}

fn printf(call: Call) -> Result<Vec<Value>> {
    let (text, result) = formatted(call.name, &call.args);
    call.session.write(&text);
    result.map(|()| written(call.nargout, &text))
}

fn fprintf(call: Call) -> Result<Vec<Value>> {
    let (stream, rest) = match &call.args[0] {
        Value::Char(_) => (Value::scalar(1.0), &call.args[..]),
        _ if call.args.len() == 1 => return Err(crate::Error::invalid_call(call.name)),
        stream => (stream.clone(), &call.args[1..]),
    };
    let (text, result) = formatted(call.name, rest);
    files::write(call.session, call.name, &stream, &text)?;
    result.map(|()| written(call.nargout, &text))
}

/// The number of bytes, for who asks.
fn written(nargout: usize, text: &[u8]) -> Vec<Value> {
    if nargout > 0 { vec![Value::scalar(text.len() as f64)] } else { vec![] }
}

/// What a template makes of its arguments, up to an error if there is one.
fn formatted(who: &str, args: &[Value]) -> (Vec<u8>, Result<()>) {
    let Value::Char(template) = &args[0] else {
        return (vec![], Err(crate::Error::new(format!("{who}: format TEMPLATE must be a string"))));
    };
    let text = first_row(&args[0]).unwrap_or_default();
    let text = if template.double_quoted { text } else { format::unescape(&text) };
    let mut out = vec![];
    let result = format::sprintf_to(&mut out, who, &text, &args[1..]);
    (out, result)
}

/// The first row of a char matrix is all that Octave takes for a text.
fn first_row(value: &Value) -> Option<Vec<u8>> {
    let Value::Char(text) = value else { return None };
    let rows = text.bytes.dims().rows().max(1);
    Some(text.bytes.as_slice().iter().step_by(rows).copied().collect())
}

#[cfg(test)]
mod tests;
