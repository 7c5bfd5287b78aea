//! Texts in texts: `strfind`, `strrep`, `index`, `startsWith`, ... Knows no patterns.

use super::text::{self, Overlaps};
use crate::builtins::Call;
use crate::value::{Array, CharArray, Value};
use crate::{Error, Result, fail};

/// The pairs of options at the end of the arguments of `strfind` and `strrep`.
fn overlaps(call: &Call, from: usize) -> Result<Overlaps> {
    let mut overlaps = Overlaps::Kept;
    let rest = call.args.get(from..).unwrap_or_default();
    if rest.len() % 2 == 1 {
        return Err(Error::invalid_call(call.name));
    }
    for pair in rest.chunks(2) {
        let name = pair[0].as_text().unwrap_or_default().to_lowercase();
        match name.as_str() {
            "overlaps" if !pair[1].is_true()? => overlaps = Overlaps::Skipped,
            "overlaps" => overlaps = Overlaps::Kept,
            "forcecelloutput" if call.name == "strfind" => {}
            other => fail!("{}: unknown option: {other}", call.name),
        }
    }
    Ok(overlaps)
}

fn forces_cell(call: &Call) -> bool {
    let pairs = call.args.get(2..).unwrap_or_default().chunks(2);
    pairs.filter(|pair| pair[0].as_text().is_some_and(|name| name.eq_ignore_ascii_case("forcecelloutput"))).any(
        |pair| pair.get(1).is_some_and(|value| value.is_true().unwrap_or(false)),
    )
}

/// 1-based positions; none is 0x0.
fn positions(subject: &[u8], pattern: &[u8], overlaps: Overlaps) -> Value {
    let found = text::find_all(subject, pattern, overlaps);
    if found.is_empty() {
        return Value::empty();
    }
    Value::row(found.into_iter().map(|at| at as f64 + 1.0).collect())
}

pub fn strfind(call: Call) -> Result<Vec<Value>> {
    let overlaps = overlaps(&call, 2)?;
    let patterns = match &call.args[1] {
        Value::Char(chars) => Array::scalar(chars.bytes.as_slice().to_vec()),
        cell if text::is_cellstr(cell) => text::texts(cell).unwrap_or_default(),
        _ => fail!("strfind: PATTERN must be a string or cell array of strings"),
    };
    let pattern_is_cell = matches!(call.args[1], Value::Cell(_));
    let result = match &call.args[0] {
        Value::Char(chars) if pattern_is_cell => {
            let subject = chars.bytes.as_slice();
            Value::cell(patterns.map(|pattern| positions(subject, pattern, overlaps)))
        }
        Value::Char(chars) => {
            let found = positions(chars.bytes.as_slice(), &patterns.as_slice()[0], overlaps);
            if forces_cell(&call) { Value::cell_row(vec![found]) } else { found }
        }
        Value::Cell(cells) => {
            if !text::is_cellstr(&call.args[0]) {
                fail!("strfind: each element of CELLSTR must be a string");
            }
            let pattern = patterns.as_slice().first().cloned().unwrap_or_default();
            Value::cell(cells.map(|cell| positions(text::bytes(cell).unwrap_or_default(), &pattern, overlaps)))
        }
        _ => fail!("strfind: first argument must be a string or cell array of strings"),
    };
    Ok(vec![result])
}

/// Every occurrence is replaced, also where it shares bytes with the one before.
pub fn replace(subject: &[u8], pattern: &[u8], replacement: &[u8], overlaps: Overlaps) -> Vec<u8> {
    let mut out = Vec::with_capacity(subject.len());
    let mut at = 0;
    for found in text::find_all(subject, pattern, overlaps) {
        out.extend_from_slice(subject.get(at..found).unwrap_or_default());
        out.extend_from_slice(replacement);
        at = found + pattern.len();
    }
    out.extend_from_slice(&subject[at..]);
    out
}

pub fn strrep(call: Call) -> Result<Vec<Value>> {
    let overlaps = overlaps(&call, 3)?;
    if [1, 2].iter().any(|&k| !call.args[k].is_text() && !text::is_cellstr(&call.args[k])) {
        fail!("strrep: PTN and REP arguments must be strings or cell arrays of strings");
    }
    let first = |value: &Value| match value {
        Value::Cell(cells) => cells.iter().next().and_then(text::bytes).unwrap_or_default().to_vec(),
        other => text::bytes(other).unwrap_or_default().to_vec(),
    };
    let (pattern, replacement) = (first(&call.args[1]), first(&call.args[2]));
    let one = |chars: &CharArray| {
        if text::find_all(chars.bytes.as_slice(), &pattern, overlaps).is_empty() {
            return Value::Char(chars.clone());
        }
        if chars.bytes.dims().rows() > 1 && pattern.len() == replacement.len() {
            return text::with_bytes(chars, replace(chars.bytes.as_slice(), &pattern, &replacement, overlaps));
        }
        Value::text(replace(chars.bytes.as_slice(), &pattern, &replacement, overlaps))
    };
    let in_cells = [1, 2].iter().any(|&k| matches!(call.args[k], Value::Cell(_)));
    Ok(vec![match &call.args[0] {
        Value::Char(chars) if in_cells => Value::cell_row(vec![one(chars)]),
        Value::Char(chars) => one(chars),
        Value::Cell(cells) => Value::cell(cells.try_map(|cell| match cell {
            Value::Char(chars) => Ok(one(chars)),
            _ => Err(Error::new("strrep: each element of S must be a string")),
        })?),
        _ => fail!("strrep: S must be a string or cell array of strings"),
    }])
}

/// `index` and `rindex`: the first or last occurrence, 0 for none.
pub fn index(call: Call) -> Result<Vec<Value>> {
    let direction = call.args.get(2).and_then(Value::as_text);
    let last = match direction.as_deref() {
        Some("last") => true,
        Some("first") => false,
        Some(_) => fail!("index: DIRECTION must be either \"first\" or \"last\""),
        None => call.name == "rindex",
    };
    let Some(pattern) = text::bytes(&call.args[1]) else {
        fail!("strfind: PATTERN must be a string or cell array of strings");
    };
    let Some(subjects) = text::texts(&call.args[0]) else {
        fail!("strfind: first argument must be a string or cell array of strings");
    };
    let found = subjects.map(|subject| {
        let found = text::find_all(subject, pattern, Overlaps::Kept);
        let at = if last { found.last() } else { found.first() };
        at.map_or(0.0, |&at| at as f64 + 1.0)
    });
    Ok(vec![Value::Double(found)])
}

/// `startsWith` and `endsWith`.
pub fn starts_with(call: Call) -> Result<Vec<Value>> {
    let name = call.name;
    let Some(subjects) = text::texts(&call.args[0]) else {
        fail!("{name}: STR must be a string or cell array of strings");
    };
    let Some(patterns) = text::texts(&call.args[1]) else {
        fail!("{name}: PATTERN must be a string or cell array of strings");
    };
    let ignores_case = match (call.args.get(2).and_then(Value::as_text), call.args.get(3)) {
        (None, None) if call.args.len() == 2 => false,
        (Some(option), Some(value)) if option.eq_ignore_ascii_case("ignorecase") => value.is_true()?,
        (Some(_), Some(_)) => fail!("{name}: third input must be \"IgnoreCase\""),
        _ => return Err(Error::invalid_call(name)),
    };
    if patterns.iter().any(Vec::is_empty) && name == "startsWith" {
        fail!("strncmp: N must be greater than 0");
    }
    let same = |a: &[u8], b: &[u8]| if ignores_case { a.eq_ignore_ascii_case(b) } else { a == b };
    let found = subjects.map(|subject| {
        patterns.iter().any(|pattern| {
            let length = pattern.len();
            length <= subject.len()
                && match name {
                    "startsWith" => same(&subject[..length], pattern),
                    _ => same(&subject[subject.len() - length..], pattern),
                }
        })
    });
    Ok(vec![Value::Bool(found)])
}

pub fn substr(call: Call) -> Result<Vec<Value>> {
    let Some(subject) = text::bytes(&call.args[0]) else {
        fail!("substr: S must be a string");
    };
    let offset = call.args[1].as_scalar().unwrap_or(0.0);
    let Some(start) = call.args[1].as_count().filter(|&at| at >= 1 && at <= subject.len()) else {
        fail!("substr: OFFSET = {offset} out of range");
    };
    let length = match call.args.get(2) {
        None => subject.len() + 1 - start,
        Some(length) => match length.as_count().filter(|&length| start + length <= subject.len() + 1) {
            Some(length) => length,
            None => fail!("substr: length LEN = {} out of range", length.as_scalar().unwrap_or(0.0)),
        },
    };
    Ok(vec![text::row(subject[start - 1..start - 1 + length].to_vec())])
}

pub fn strchr(call: Call) -> Result<Vec<Value>> {
    let Value::Char(subject) = &call.args[0] else {
        fail!("strchr: STR argument must be a string or string array");
    };
    let Some(wanted) = text::bytes(&call.args[1]).filter(|wanted| !wanted.is_empty()) else {
        fail!("strchr: CHARS argument must be a string");
    };
    let mut found: Vec<usize> = (0..subject.bytes.len()).filter(|&k| wanted.contains(&subject.bytes.as_slice()[k])).collect();
    if let Some(count) = call.args.get(2).and_then(Value::as_count) {
        if call.args.get(3).and_then(Value::as_text).as_deref() == Some("last") {
            found.drain(..found.len().saturating_sub(count));
        }
        found.truncate(count);
    }
    let rows = subject.bytes.dims().rows().max(1);
    let is_row = rows == 1 && !subject.bytes.is_empty();
    let list = |f: &dyn Fn(usize) -> usize| {
        let values = found.iter().map(|&at| f(at) as f64).collect();
        if is_row { Value::row(values) } else { Value::column(values) }
    };
    if call.nargout < 2 {
        return Ok(vec![list(&|at| at + 1)]);
    }
    Ok(vec![list(&|at| at % rows + 1), list(&|at| at / rows + 1)])
}
