//! Matrices as lines of numbers, with comments. Knows no names.

use crate::builtins::strings::scan;
use crate::format;
use crate::value::{Array, Value};

/// None if a line has something else, or another number of numbers.
pub fn read(bytes: &[u8]) -> Option<Value> {
    let mut rows: Vec<Vec<f64>> = vec![];
    for line in bytes.split(|&byte| byte == b'\n' || byte == b'\r') {
        let end = line.iter().position(|byte| matches!(byte, b'%' | b'#' | b';')).unwrap_or(line.len());
        let words = line[..end].split(|byte| matches!(byte, b' ' | b'\t' | b',')).filter(|word| !word.is_empty());
        let row: Vec<f64> = words.map(number).collect::<Option<_>>()?;
        if !row.is_empty() {
            rows.push(row);
        }
    }
    let (height, width) = (rows.len(), rows.first()?.len());
    if rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let values = (0..height * width).map(|at| rows[at % height][at / height]).collect();
    Some(Value::Double(Array::new([height, width].into(), values)))
}

/// A word that is a number as a whole.
fn number(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    let plain = text.trim_start_matches(['+', '-']);
    match plain.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY }),
        "nan" | "na" => Some(f64::NAN),
        _ if plain.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
            text.parse().ok().or_else(|| scan::number_at_start(&text.replace(['d', 'D'], "e").into_bytes()))
        }
        _ => None,
    }
}

/// Nine digits of each number; what is no matrix of numbers is left out.
pub fn write(variables: &[(String, Value)]) -> Vec<u8> {
    let mut out = vec![];
    for (_, value) in variables {
        let Some(matrix) = value.to_doubles() else { continue };
        let rows = matrix.dims().rows();
        for row in 0..rows {
            for number in matrix.as_slice().iter().skip(row).step_by(rows) {
                out.extend(format::sprintf(b" %.8e", &[Value::scalar(*number)]).unwrap_or_default());
            }
            out.push(b'\n');
        }
    }
    out
}
