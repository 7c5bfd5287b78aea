//! Octave's text format, written: `# name:`, `# type:` and the elements of each variable.

use super::no_form;
use crate::value::{Array, Complex64, Dims, Handle, StructArray, Structured, Value};
use crate::{Result, format, with_array};
use std::io::Write as _;

pub fn write(variables: &[(String, Value)], head: &str) -> Result<Vec<u8>> {
    let mut out = format!("{head}\n").into_bytes();
    for (name, value) in variables {
        variable(&mut out, name, value)?;
    }
    Ok(out)
}

fn variable(out: &mut Vec<u8>, name: &str, value: &Value) -> Result<()> {
    let _ = writeln!(out, "# name: {name}");
    typed(out, value)?;
    out.extend(b"\n\n");
    Ok(())
}

fn typed(out: &mut Vec<u8>, value: &Value) -> Result<()> {
    match value {
        Value::Double(array) => numbers(out, "", &array.map(|x| number(*x))),
        Value::Single(array) => numbers(out, "float ", &array.map(|x| short(*x))),
        Value::Complex(array) => numbers(out, "complex ", &array.map(pair)),
        Value::SingleComplex(array) => {
            numbers(out, "float complex ", &array.map(|x| format!("({},{})", short(x.re), short(x.im))));
        }
        Value::Bool(array) => truths(out, &array.map(|x| u8::from(*x).to_string())),
        Value::Char(chars) => texts(out, &chars.bytes, if chars.double_quoted { "string" } else { "sq_string" }),
        Value::Range(range) => {
            let _ = writeln!(out, "# type: double_range\n# base, limit, increment");
            let _ = writeln!(out, "{} {} {}", number(range.base), number(range.limit), number(range.step));
        }
        Value::Diagonal(diagonal) => {
            let _ =
                writeln!(out, "# type: diagonal matrix\n# rows: {}\n# columns: {}", diagonal.rows, diagonal.columns);
            diagonal.elements.iter().for_each(|x| drop(writeln!(out, "{}", number(*x))));
        }
        Value::Structured(matrix) => structured(out, matrix),
        Value::Cell(cells) => return cell(out, cells),
        Value::Struct(structs) => return structure(out, structs),
        Value::Handle(function) => return handle(out, function, value),
        Value::Map(_) | Value::Parser(_) => return Err(no_form(value)),
        integers => integer(out, integers),
    }
    Ok(())
}

fn structured(out: &mut Vec<u8>, matrix: &Structured) {
    match matrix {
        Structured::Permutation { columns } => {
            let _ = writeln!(out, "# type: permutation matrix\n# size: {}\n# orient: c", columns.len());
            let mut rows = vec![0; columns.len()];
            columns.iter().enumerate().for_each(|(row, &column)| rows[column] = row + 1);
            rows.iter().for_each(|row| drop(writeln!(out, "{row}")));
        }
        Structured::Diagonal { rows, columns, elements } => {
            let (kind, elements) = match elements {
                Value::Single(array) => ("float diagonal matrix", array.map(|x| short(*x))),
                Value::SingleComplex(array) => {
                    ("float complex diagonal matrix", array.map(|x| format!("({},{})", short(x.re), short(x.im))))
                }
                other => ("complex diagonal matrix", other.to_complex().unwrap_or_default().map(pair)),
            };
            let _ = writeln!(out, "# type: {kind}\n# rows: {rows}\n# columns: {columns}");
            elements.iter().for_each(|it| drop(writeln!(out, "{it}")));
        }
    }
}

fn handle(out: &mut Vec<u8>, handle: &Handle, value: &Value) -> Result<()> {
    match handle {
        Handle::Anonymous { code, captured, .. } => {
            let _ = writeln!(out, "# type: function handle\n@<anonymous>\n{}", raddle_matlab::print::anonymous(code));
            if !captured.is_empty() {
                let _ = writeln!(out, "# length: {}", captured.len());
            }
            captured.iter().try_for_each(|(slot, value)| variable(out, &code.scope.names[slot.0 as usize], value))
        }
        Handle::Named(name) => {
            let _ = writeln!(out, "# type: function handle\n# octaveroot: /usr\n# subtype: simple\n{name}");
            Ok(())
        }
        Handle::User { .. } | Handle::Inline { .. } => Err(no_form(value)),
    }
}

fn number(x: f64) -> String {
    text_of("%.17g", x)
}

fn short(x: f32) -> String {
    text_of("%.9g", f64::from(x))
}

fn text_of(template: &str, x: f64) -> String {
    String::from_utf8(format::sprintf(template.as_bytes(), &[Value::scalar(x)]).unwrap_or_default()).unwrap_or_default()
}

fn pair(x: &Complex64) -> String {
    format!("({},{})", number(x.re), number(x.im))
}

fn extents(out: &mut Vec<u8>, dims: &Dims) {
    let _ = writeln!(out, "# ndims: {}", dims.rank());
    dims.as_slice().iter().for_each(|it| drop(write!(out, " {it}")));
    out.push(b'\n');
}

fn rows(out: &mut Vec<u8>, elements: &Array<String>) {
    let height = elements.dims().rows();
    let _ = writeln!(out, "# rows: {height}\n# columns: {}", elements.dims().cols());
    for row in 0..height {
        elements.as_slice().iter().skip(row).step_by(height).for_each(|it| drop(write!(out, " {it}")));
        out.push(b'\n');
    }
}

fn numbers(out: &mut Vec<u8>, kind: &str, elements: &Array<String>) {
    if let Some(one) = elements.as_scalar() {
        let _ = writeln!(out, "# type: {kind}scalar\n{one}");
        return;
    }
    let _ = writeln!(out, "# type: {kind}matrix");
    match elements.dims().rank() {
        2 => rows(out, elements),
        _ => column(out, elements),
    }
}

/// All elements, one a line.
fn column(out: &mut Vec<u8>, elements: &Array<String>) {
    extents(out, elements.dims());
    elements.iter().for_each(|it| drop(writeln!(out, " {it}")));
}

fn truths(out: &mut Vec<u8>, elements: &Array<String>) {
    if let Some(one) = elements.as_scalar() {
        let _ = writeln!(out, "# type: bool\n{one}");
        return;
    }
    let _ = writeln!(out, "# type: bool matrix");
    match elements.dims().rank() {
        2 => rows(out, elements),
        _ => column(out, elements),
    }
}

fn integer(out: &mut Vec<u8>, value: &Value) {
    let class = value.class().name();
    let elements = with_array!(value, array => strings(array), _other => Array::default());
    match elements.as_scalar() {
        Some(one) => drop(writeln!(out, "# type: {class} scalar\n{one}")),
        None => {
            let _ = writeln!(out, "# type: {class} matrix");
            extents(out, elements.dims());
            elements.iter().for_each(|it| drop(writeln!(out, " {it}")));
        }
    }
}

fn strings<T: std::fmt::Debug>(array: &Array<T>) -> Array<String> {
    array.map(|it| format!("{it:?}"))
}

fn texts(out: &mut Vec<u8>, bytes: &Array<u8>, kind: &str) {
    let (height, width) = (bytes.dims().rows(), bytes.dims().cols());
    let _ = writeln!(out, "# type: {kind}\n# elements: {height}");
    for row in 0..height {
        let _ = writeln!(out, "# length: {width}");
        out.extend(bytes.as_slice().iter().skip(row).step_by(height));
        out.push(b'\n');
    }
}

fn cell(out: &mut Vec<u8>, cells: &Array<Value>) -> Result<()> {
    let _ = writeln!(out, "# type: cell");
    match cells.dims().rank() {
        2 => drop(writeln!(out, "# rows: {}\n# columns: {}", cells.dims().rows(), cells.dims().cols())),
        _ => extents(out, cells.dims()),
    }
    let height = cells.dims().rows().max(1);
    for (at, value) in cells.iter().enumerate() {
        variable(out, "<cell-element>", value)?;
        if (at + 1) % height == 0 {
            out.push(b'\n');
        }
    }
    Ok(())
}

fn structure(out: &mut Vec<u8>, structs: &StructArray) -> Result<()> {
    let is_scalar = structs.dims().is_scalar();
    let _ = writeln!(out, "# type: {}", if is_scalar { "scalar struct" } else { "struct" });
    extents(out, structs.dims());
    let _ = writeln!(out, "# length: {}", structs.fields.len());
    for (name, field) in &structs.fields {
        match field.as_slice() {
            [one] if is_scalar => variable(out, name, one)?,
            _ => variable(out, name, &Value::cell(field.clone()))?,
        }
    }
    Ok(())
}
