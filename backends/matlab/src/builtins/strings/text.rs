//! Char matrices as lists of rows, and cells of texts. Knows no function of the language.

use crate::value::{Array, CharArray, Dims, Value};

/// The rows of a char array; pages stand behind each other as columns.
pub fn rows(chars: &Array<u8>) -> Vec<Vec<u8>> {
    let count = chars.dims().rows();
    if count == 1 {
        return vec![chars.as_slice().to_vec()];
    }
    (0..count).map(|row| chars.iter().skip(row).step_by(count).copied().collect()).collect()
}

/// A char matrix of rows, padded with blanks. No row gives 0x0.
pub fn matrix(rows: &[Vec<u8>]) -> Value {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let count = rows.len();
    let mut bytes = vec![b' '; count * width];
    for (r, row) in rows.iter().enumerate() {
        for (c, &byte) in row.iter().enumerate() {
            bytes[c * count + r] = byte;
        }
    }
    Value::chars(Array::new([count, width].into(), bytes))
}

/// A char row; the empty one is 1x0.
pub fn row(bytes: Vec<u8>) -> Value {
    Value::chars(Array::row(bytes))
}

/// A column of texts as a cell.
pub fn cell_column(texts: Vec<Vec<u8>>) -> Value {
    Value::cell(Array::column(texts.into_iter().map(Value::text).collect()))
}

/// Is this a cell of nothing but char arrays?
pub fn is_cellstr(value: &Value) -> bool {
    matches!(value, Value::Cell(cells) if cells.iter().all(Value::is_text))
}

/// The texts of a char row or of a cell of char rows, with the extents of the cell.
pub fn texts(value: &Value) -> Option<Array<Vec<u8>>> {
    match value {
        Value::Char(chars) => Some(match rows(&chars.bytes) {
            rows if rows.is_empty() => Array::scalar(vec![]),
            rows => Array::column(rows),
        }),
        Value::Cell(cells) => cells.try_map(|cell| cell.as_bytes().map(<[u8]>::to_vec).ok_or(())).ok(),
        _ => None,
    }
}

/// The elements of a char array (first page order) as they are: what functions take as "the text" of a char array of any extents.
pub fn bytes(value: &Value) -> Option<&[u8]> {
    match value {
        Value::Char(chars) => Some(chars.bytes.as_slice()),
        _ => None,
    }
}

/// The same char array with other bytes.
pub fn with_bytes(chars: &CharArray, bytes: Vec<u8>) -> Value {
    Value::Char(CharArray { bytes: Array::new(chars.bytes.dims().clone(), bytes), double_quoted: chars.double_quoted })
}

/// Part of a vector of chars: a column stays one.
pub fn part(dims: &Dims, bytes: &[u8]) -> Value {
    let extents = if dims.cols() == 1 && dims.rows() > 1 { [bytes.len(), 1] } else { [1, bytes.len()] };
    Value::chars(Array::new(extents.into(), bytes.to_vec()))
}

/// The C locale's white space.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 9..=13)
}

/// Without white space at both ends.
pub fn trim(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|&byte| !is_space(byte)).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|&byte| !is_space(byte)).map_or(start, |last| last + 1);
    &bytes[start..end]
}

/// Where `pattern` begins in `text`, 0-based. No pattern begins nowhere.
pub fn find_all(text: &[u8], pattern: &[u8], overlaps: Overlaps) -> Vec<usize> {
    let mut found = vec![];
    if pattern.is_empty() || pattern.len() > text.len() {
        return found;
    }
    let mut at = 0;
    while at + pattern.len() <= text.len() {
        if text[at..].starts_with(pattern) {
            found.push(at);
            at += if overlaps == Overlaps::Kept { 1 } else { pattern.len() };
        } else {
            at += 1;
        }
    }
    found
}

/// Do occurrences that share bytes with the one before count?
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Overlaps {
    Kept,
    Skipped,
}
