//! Texts in pieces: `strsplit`, `ostrsplit`, `strtok`, and `strjoin` for the way back.

use super::text;
use crate::builtins::Call;
use crate::builtins::regexps::{self, Regex};
use crate::value::{Array, Value};
use crate::{Error, Result, fail, format};

pub fn strsplit(call: Call) -> Result<Vec<Value>> {
    let args = &call.args;
    let names = |k: usize| args.get(k).and_then(Value::as_text).map(|name| name.to_lowercase());
    let delimiter = args.get(1).cloned().unwrap_or_else(|| Value::text(" "));
    let mut collapses = true;
    let mut is_regex = false;
    let mut k = 2;
    if args.len() >= 3 && !args[2].is_text() {
        collapses = args[2].is_true()?;
        k = 3;
    }
    while k < args.len() {
        match (names(k).as_deref(), args.get(k + 1)) {
            (Some("collapsedelimiters"), Some(value)) => collapses = value.is_true()?,
            (Some("delimitertype"), Some(value)) => is_regex = is_regular(value)?,
            (name, _) => {
                let message = format!("strsplit: invalid parameter name, '{}'", name.unwrap_or_default());
                return Err(Error::with_id("Octave:strsplit:invalid_parameter_name", message));
            }
        }
        k += 2;
    }
    split(&args[0], &delimiter, collapses, is_regex)
}

fn is_regular(value: &Value) -> Result<bool> {
    let kind = value.as_text().unwrap_or_default().to_lowercase();
    match kind.as_str() {
        "" => {}
        kind if "regularexpression".starts_with(kind) => return Ok(true),
        kind if "simple".starts_with(kind) => return Ok(false),
        _ => {}
    }
    Err(Error::with_id("Octave:strsplit:invalid_delimitertype", "strsplit: Invalid DELIMITERTYPE"))
}

fn split(subject: &Value, delimiter: &Value, collapses: bool, is_regex: bool) -> Result<Vec<Value>> {
    let delimiters = if delimiter.is_text() || text::is_cellstr(delimiter) { text::texts(delimiter) } else { None };
    let (Value::Char(chars), Some(delimiters)) = (subject, delimiters) else {
        fail!("strsplit: S and DEL must be string values");
    };
    if !chars.bytes.is_empty() && chars.bytes.dims().rows() != 1 {
        fail!("strsplit: S must be a char row vector");
    }
    if chars.bytes.is_empty() {
        return Ok(vec![Value::cell_row(vec![subject.clone()]), Value::cell(Array::new([1, 0].into(), vec![]))]);
    }
    if delimiters.is_empty() {
        return Err(Error::with_id(
            "Octave:invalid-index",
            "del0: subscripts must be either integers 1 to (2^63)-1 or logicals",
        ));
    }
    let subject = chars.bytes.as_slice();
    let spans = if is_regex {
        regex_spans(subject, &delimiters, collapses)?
    } else {
        plain_spans(subject, &delimiters, collapses)
    };
    let mut pieces = vec![];
    let mut at = 0;
    for &(start, end) in &spans {
        pieces.push(Value::text(&subject[at..start]));
        at = end;
    }
    pieces.push(Value::text(&subject[at..]));
    let found = spans.iter().map(|&(start, end)| Value::text(&subject[start..end])).collect();
    Ok(vec![Value::cell_row(pieces), Value::cell_row(found)])
}

fn regex_spans(subject: &[u8], delimiters: &Array<Vec<u8>>, collapses: bool) -> Result<Vec<(usize, usize)>> {
    let mut pattern = delimiters.as_slice().join(&b'|');
    if collapses {
        pattern = [b"(".as_slice(), &pattern, b")+"].concat();
    }
    let regex = Regex::new(&pattern, &regexps::Options::default(), "regexp")?;
    regex.spans(subject)
}

/// Occurrences of any delimiter, from left to right; runs of them are one if they collapse. The first delimiter that fits counts.
fn plain_spans(subject: &[u8], delimiters: &Array<Vec<u8>>, collapses: bool) -> Vec<(usize, usize)> {
    let delimiters: Vec<_> = delimiters.iter().map(|delimiter| format::unescape(delimiter)).collect();
    let mut spans: Vec<(usize, usize)> = vec![];
    let mut at = 0;
    while at < subject.len() {
        let fits = delimiters.iter().find(|delimiter| !delimiter.is_empty() && subject[at..].starts_with(delimiter));
        let Some(length) = fits.map(Vec::len) else {
            at += 1;
            continue;
        };
        match spans.last_mut() {
            Some(last) if collapses && last.1 == at => last.1 += length,
            _ => spans.push((at, at + length)),
        }
        at += length;
    }
    spans
}

pub fn ostrsplit(call: Call) -> Result<Vec<Value>> {
    let (Value::Char(subject), Value::Char(separators)) = (&call.args[0], &call.args[1]) else {
        fail!("ostrsplit: S and SEP must be string values");
    };
    if subject.bytes.is_empty() {
        return Ok(vec![Value::cell(Array::default())]);
    }
    let strips = call.args.get(2).is_some_and(|value| value.is_true().unwrap_or(false));
    let separators = separators.bytes.as_slice();
    let mut pieces = vec![];
    for row in text::rows(&subject.bytes) {
        pieces.extend(row.split(|byte| separators.contains(byte)).map(<[u8]>::to_vec));
    }
    if strips {
        pieces.retain(|piece| !piece.is_empty());
    }
    Ok(vec![Value::cell_row(pieces.into_iter().map(text::row).collect())])
}

pub fn strjoin(call: Call) -> Result<Vec<Value>> {
    let is_valid = text::is_cellstr(&call.args[0])
        && call.args.get(1).is_none_or(|delimiter| delimiter.is_text() || matches!(delimiter, Value::Cell(_)));
    let (true, Value::Cell(cells)) = (is_valid, &call.args[0]) else {
        return Err(Error::invalid_call("strjoin"));
    };
    let count = cells.len();
    let delimiters = match call.args.get(1) {
        None => vec![b" ".to_vec(); count],
        Some(Value::Cell(_)) => {
            let texts = text::texts(&call.args[1]).map(Array::into_vec).unwrap_or_default();
            match texts.len() {
                1 => vec![texts[0].clone(); count],
                length if length + 1 == count || count == 0 => texts,
                _ => {
                    return Err(Error::with_id(
                        "Octave:strjoin:cellstring_delimiter_mismatch",
                        "strjoin: the number of delimiters does not match the number of strings",
                    ));
                }
            }
        }
        Some(delimiter) => vec![format::unescape(text::bytes(delimiter).unwrap_or_default()); count],
    };
    let mut out = vec![];
    for (k, cell) in cells.iter().enumerate() {
        let dims = cell.dims();
        if dims.rows() > 1 {
            fail!("horizontal dimensions mismatch ({dims} vs 1x{})", delimiters.first().map_or(0, Vec::len));
        }
        out.extend_from_slice(text::bytes(cell).unwrap_or_default());
        if k + 1 < count {
            out.extend_from_slice(&delimiters[k]);
        }
    }
    Ok(vec![Value::text(out)])
}

pub fn strtok(call: Call) -> Result<Vec<Value>> {
    let delimiters = match call.args.get(1) {
        None => b"\t\n\x0b\x0c\r ".to_vec(),
        Some(value) if value.is_empty() => b"\t\n\x0b\x0c\r ".to_vec(),
        Some(value) => match value.to_doubles() {
            Some(codes) => codes.iter().map(|&code| code as u8).collect(),
            None => vec![],
        },
    };
    let is_delimiter = |byte: &u8| delimiters.contains(byte);
    match &call.args[0] {
        Value::Char(chars) => {
            let dims = chars.bytes.dims();
            if chars.bytes.is_empty() {
                return Ok(vec![Value::text(""), Value::text("")]);
            }
            if !dims.is_vector() {
                fail!("strtok: STR cannot be a 2-D character array");
            }
            let (token, rest) = token(chars.bytes.as_slice(), &is_delimiter);
            let rest = if rest.is_empty() { Value::text("") } else { text::part(dims, rest) };
            Ok(vec![text::part(dims, token), rest])
        }
        Value::Cell(cells) if text::is_cellstr(&call.args[0]) => {
            let parts = cells.map(|cell| {
                let (token, rest) = token(text::bytes(cell).unwrap_or_default(), &is_delimiter);
                (Value::text(token), Value::text(rest))
            });
            Ok(vec![Value::cell(parts.map(|part| part.0.clone())), Value::cell(parts.map(|part| part.1.clone()))])
        }
        _ => fail!("strtok: STR must be a string or cell array of strings"),
    }
}

/// The first token, and what follows it with its delimiter.
fn token<'a>(text: &'a [u8], is_delimiter: &dyn Fn(&u8) -> bool) -> (&'a [u8], &'a [u8]) {
    let start = text.iter().position(|byte| !is_delimiter(byte)).unwrap_or(text.len());
    let text = &text[start..];
    text.split_at(text.iter().position(is_delimiter).unwrap_or(text.len()))
}
