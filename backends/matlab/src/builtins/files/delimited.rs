//! Matrices as text with delimiters: `dlmread`, `dlmwrite`.

use crate::builtins::Call;
use crate::builtins::strings::scan;
use crate::value::{Array, Value};
use crate::{Error, Result, fail, format};
use std::io::Write;

/// What a reader was asked for.
struct Reading {
    separator: Option<Vec<u8>>,
    /// First row and column, last row and column; 0-based.
    area: [usize; 4],
    empty: f64,
}

pub fn dlmread(call: Call) -> Result<Vec<Value>> {
    let Some(name) = call.args[0].as_text().filter(|_| call.args[0].is_text()) else {
        fail!("dlmread: FILE argument must be a string or file id");
    };
    let mut args = call.args[1..].to_vec();
    let mut reading = Reading { separator: None, area: [0, 0, usize::MAX, usize::MAX], empty: 0.0 };
    let is_empty_value =
        |value: &Value| value.as_text().is_some_and(|word| value.is_text() && word.eq_ignore_ascii_case("emptyvalue"));
    if args.len() >= 2 && is_empty_value(&args[args.len() - 2]) {
        reading.empty = args[args.len() - 1].as_scalar().unwrap_or(0.0);
        args.truncate(args.len() - 2);
    }
    if call.name == "csvread" {
        reading.separator = Some(vec![b',']);
    } else if args.first().is_some_and(Value::is_text) {
        reading.separator = args[0].as_bytes().map(format::unescape).filter(|text| !text.is_empty());
        args.remove(0);
    }
    match &args[..] {
        [] => {}
        [range] => {
            let range = range.to_doubles().map(Array::into_vec).unwrap_or_default();
            let Ok(range) = <[f64; 4]>::try_from(range) else {
                fail!("dlmread: error parsing RANGE");
            };
            reading.area = range.map(|limit| limit as usize);
        }
        [row, column, ..] => {
            reading.area[0] = row.as_count().unwrap_or(0);
            reading.area[1] = column.as_count().unwrap_or(0);
        }
    }
    let bytes = std::fs::read(&name).map_err(|_| Error::new(format!("dlmread: unable to open file '{name}'")))?;
    Ok(vec![parse(&bytes, &reading)])
}

/// The separator of a line: the first of comma, colon, semicolon, tab, or blanks.
fn guess(line: &[u8]) -> Vec<u8> {
    match line.iter().find(|byte| b",:; \t".contains(byte)) {
        Some(&byte) => vec![byte],
        None => b" ".to_vec(),
    }
}

fn parse(bytes: &[u8], reading: &Reading) -> Value {
    let [first_row, first_column, last_row, last_column] = reading.area;
    let mut rows: Vec<Vec<f64>> = vec![];
    let mut separator = reading.separator.clone();
    for (at, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if at < first_row || at > last_row || line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let separator = separator.get_or_insert_with(|| guess(line));
        let fields = split(line, separator);
        let fields = fields.into_iter().skip(first_column).take(last_column.saturating_sub(first_column).saturating_add(1));
        rows.push(fields.map(|field| number(field, reading.empty)).collect());
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let height = if width == 0 { 0 } else { rows.len() };
    let mut values = vec![reading.empty; height * width];
    for (r, row) in rows.iter().enumerate().take(height) {
        for (c, &value) in row.iter().enumerate() {
            values[c * height + r] = value;
        }
    }
    Value::Double(Array::new([height, width].into(), values))
}

fn split<'a>(line: &'a [u8], separator: &[u8]) -> Vec<&'a [u8]> {
    if separator == b" " {
        return line.split(|&byte| byte == b' ').filter(|field| !field.is_empty()).collect();
    }
    line.split(|byte| separator.contains(byte)).collect()
}

fn number(field: &[u8], empty: f64) -> f64 {
    let field = field.trim_ascii();
    if field.is_empty() {
        return empty;
    }
    scan::number_at_start(field).unwrap_or(empty)
}

pub fn csvwrite(mut call: Call) -> Result<Vec<Value>> {
    call.args.insert(2, Value::text(","));
    dlmwrite(call)
}

/// How a matrix is written.
struct Writing {
    separator: Vec<u8>,
    newline: Vec<u8>,
    precision: Vec<u8>,
    appends: bool,
    /// Empty rows and columns before the matrix.
    offset: [usize; 2],
}

pub fn dlmwrite(call: Call) -> Result<Vec<Value>> {
    let Some(name) = call.args[0].as_text().filter(|_| call.args[0].is_text()) else {
        fail!("dlmwrite: FILE must be a filename string or numeric FID");
    };
    let Some(matrix) = call.args[1].to_doubles() else {
        fail!("dlmwrite: M must be a numeric matrix");
    };
    let writing = writing(&call.args[2..])?;
    let text = written(&matrix, &writing)?;
    let file = std::fs::OpenOptions::new()
        .write(true)
        .create(true)
        .append(writing.appends)
        .truncate(!writing.appends)
        .open(&name);
    if file.and_then(|mut file| file.write_all(&text)).is_err() {
        fail!("dlmwrite: could not open file '{name}'");
    }
    Ok(vec![])
}

fn writing(args: &[Value]) -> Result<Writing> {
    let mut writing = Writing {
        separator: b",".to_vec(),
        newline: b"\n".to_vec(),
        precision: b"%.16g".to_vec(),
        appends: false,
        offset: [0, 0],
    };
    let mut places = 0;
    let mut k = 0;
    while k < args.len() {
        let word = if args[k].is_text() { args[k].as_text().unwrap_or_default() } else { String::new() };
        let value = args.get(k + 1);
        let text = value.and_then(Value::as_bytes).filter(|_| value.is_some_and(Value::is_text));
        match (word.to_lowercase().as_str(), value) {
            ("delimiter", Some(_)) => writing.separator = format::unescape(text.unwrap_or_default()),
            ("newline", Some(_)) => {
                writing.newline = match text.unwrap_or_default() {
                    b"unix" => b"\n".to_vec(),
                    b"pc" => b"\r\n".to_vec(),
                    b"mac" => b"\r".to_vec(),
                    other => format::unescape(other),
                }
            }
            ("precision", Some(value)) => {
                writing.precision = match text {
                    Some(text) => text.to_vec(),
                    None => format!("%.{}g", value.as_count().unwrap_or(5)).into_bytes(),
                }
            }
            ("append", Some(value)) => {
                writing.appends = text.map_or(value.is_true().unwrap_or(false), |text| text == b"on")
            }
            ("roffset", Some(value)) => writing.offset[0] = value.as_count().unwrap_or(0),
            ("coffset", Some(value)) => writing.offset[1] = value.as_count().unwrap_or(0),
            ("-append" | "append", _) => {
                writing.appends = true;
                k += 1;
                continue;
            }
            _ => {
                match (places, args[k].is_text()) {
                    (0, true) => writing.separator = format::unescape(args[k].as_bytes().unwrap_or_default()),
                    (1 | 2, false) => writing.offset[places - 1] = args[k].as_count().unwrap_or(0),
                    (1, true) => writing.newline = args[k].as_bytes().unwrap_or_default().to_vec(),
                    _ => {}
                }
                places += 1;
                k += 1;
                continue;
            }
        }
        k += 2;
    }
    Ok(writing)
}

fn written(matrix: &Array<f64>, writing: &Writing) -> Result<Vec<u8>> {
    let (rows, columns) = (matrix.dims().rows(), matrix.dims().as_slice()[1..].iter().product::<usize>());
    let [skipped, indent] = writing.offset;
    let mut out = vec![];
    for _ in 0..skipped {
        out.extend(writing.separator.repeat(columns + indent - 1));
        out.extend_from_slice(&writing.newline);
    }
    for r in 0..rows {
        out.extend(writing.separator.repeat(indent));
        for c in 0..columns {
            if c > 0 {
                out.extend_from_slice(&writing.separator);
            }
            let value = matrix.as_slice()[c * rows + r];
            out.extend(format::sprintf(&writing.precision, &[Value::scalar(value)])?);
        }
        out.extend_from_slice(&writing.newline);
    }
    Ok(out)
}
