//! Char matrices made of texts, and blanks around them: `char`, `cellstr`, `strcat`, `strtrim`, ... Never looks into a text for
//! anything but white space.

use super::text;
use crate::builtins::Call;
use crate::builtins::errors::warn;
use crate::session::Session;
use crate::value::{Array, Handle, Value};
use crate::{Error, Result, fail, ops};

/// The characters of numbers, as Octave converts them where it does so silently.
///
/// # Errors
/// Classes without characters, and NaN.
pub fn to_chars(session: &mut dyn Session, value: &Value) -> Result<Array<u8>> {
    if let Value::Char(chars) = value {
        return Ok(chars.bytes.clone());
    }
    if let Value::Handle(handle) = value
        && let Handle::Inline { text, .. } = &**handle
    {
        return Ok(Array::row(text.bytes().collect()));
    }
    let Some(numbers) = value.to_doubles() else {
        fail!("octave_base_value::convert_to_str_internal (): wrong type argument '{}'", value.kind_name());
    };
    let mut out_of_range = false;
    let bytes = numbers.try_map(|&x| {
        if x.is_nan() {
            return Err(Error::new("invalid conversion from NaN to character"));
        }
        let rounded = x.round();
        out_of_range |= !(0.0..=255.0).contains(&rounded);
        Ok(if (0.0..=255.0).contains(&rounded) { rounded as u8 } else { 0 })
    })?;
    if out_of_range {
        warn(session, "", "range error for conversion to character value");
    }
    Ok(bytes)
}

/// The rows that an argument of `char` gives. An empty one gives one empty row.
fn rows_of(session: &mut dyn Session, value: &Value, rows: &mut Vec<Vec<u8>>) -> Result<()> {
    match value {
        Value::Cell(cells) if cells.is_empty() => rows.push(vec![]),
        Value::Cell(cells) => cells.iter().try_for_each(|cell| rows_of(session, cell, rows))?,
        other => {
            let chars = to_chars(session, other)?;
            match text::rows(&chars) {
                none if none.is_empty() => rows.push(vec![]),
                some => rows.extend(some),
            }
        }
    }
    Ok(())
}

pub fn char(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let mut rows = vec![];
    match &args[..] {
        [text @ Value::Char(_)] => return Ok(vec![text.clone()]),
        [Value::Cell(cells)] if cells.is_empty() => {}
        [Value::Handle(handle)] => {
            return Ok(vec![Value::text(crate::builtins::functions::handle_text(handle))]);
        }
        [Value::Cell(_)] => rows_of(session, &args[0], &mut rows)?,
        [number] => return Ok(vec![Value::chars(to_chars(session, number)?)]),
        several => {
            for value in several {
                rows_of(session, value, &mut rows)
                    .map_err(|_| Error::new("char: unable to convert some args to strings"))?;
            }
        }
    }
    Ok(vec![text::matrix(&rows)])
}

pub fn strvcat(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let mut rows = vec![];
    for value in &args {
        rows_of(session, value, &mut rows)
            .map_err(|_| Error::new("strvcat: wrong type argument 'cell array'"))?;
    }
    rows.retain(|row| !row.is_empty());
    Ok(vec![text::matrix(&rows)])
}

/// The rows of what `cellstr` takes, without blanks at their ends.
fn cellstr_rows(session: &mut dyn Session, value: &Value) -> Result<Vec<Vec<u8>>> {
    let mut rows = vec![];
    match value {
        Value::Cell(_) => rows_of(session, value, &mut rows)?,
        other => rows = text::rows(&to_chars(session, other)?),
    }
    if rows.is_empty() {
        rows.push(vec![]);
    }
    for row in &mut rows {
        let end = row.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
        row.truncate(end);
    }
    Ok(rows)
}

pub fn cellstr(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    if text::is_cellstr(&args[0]) {
        return Ok(args);
    }
    let rows = cellstr_rows(session, &args[0])
        .map_err(|_| Error::new("cellstr: argument STRING must be a 2-D character array"))?;
    Ok(vec![text::cell_column(rows)])
}

pub fn blanks(call: Call) -> Result<Vec<Value>> {
    let count = call.args[0].as_count().filter(|_| call.args[0].is_scalar());
    let Some(count) = count else {
        fail!("blanks: N must be a non-negative integer");
    };
    if count > super::MOST_BYTES {
        return Err(super::too_large());
    }
    Ok(vec![Value::text(vec![b' '; count])])
}

pub fn strcat(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    if args.is_empty() {
        return Ok(vec![Value::text("")]);
    }
    if args.iter().any(|value| !matches!(value, Value::Cell(_)) && !value.is_number_like()) {
        fail!("strcat: inputs must be strings or cells of strings");
    }
    let has_cell = args.iter().any(|value| matches!(value, Value::Cell(_)));
    if let [cell @ Value::Cell(_)] = &args[..] {
        return Ok(vec![cell.clone()]);
    }
    if !has_cell && args.iter().any(|value| !value.is_text()) {
        warn(session, "Octave:num-to-str", "implicit conversion from numeric to char");
    }
    let parts = args.iter().map(|value| part_of_strcat(session, value)).collect::<Result<Vec<_>>>()?;
    let joined = join_cells(&parts)?;
    if has_cell {
        return Ok(vec![Value::cell(joined.map(|text| Value::text(text)))]);
    }
    Ok(vec![text::matrix(joined.as_slice())])
}

fn part_of_strcat(session: &mut dyn Session, value: &Value) -> Result<Array<Vec<u8>>> {
    match value {
        Value::Cell(cells) => cells.try_map(|cell| match cell {
            Value::Cell(_) => Err(Error::new("strcat: inputs must be strings or cells of strings")),
            other => to_chars(session, other).map(Array::into_vec),
        }),
        other => Ok(Array::column(cellstr_rows(session, other)?)),
    }
}

/// Element by element; what is one element goes to all.
fn join_cells(parts: &[Array<Vec<u8>>]) -> Result<Array<Vec<u8>>> {
    let long = parts.iter().find(|part| part.as_scalar().is_none()).or(parts.first());
    let Some(dims) = long.map(|part| part.dims().clone()) else {
        return Ok(Array::default());
    };
    if parts.iter().any(|part| part.as_scalar().is_none() && *part.dims() != dims) {
        fail!("strcat: arguments must be the same size, or be scalars");
    }
    let texts = (0..dims.count()).map(|k| {
        let bytes = parts.iter().flat_map(|part| part.as_scalar().unwrap_or_else(|| &part.as_slice()[k]));
        bytes.copied().collect()
    });
    let texts = texts.collect();
    Ok(Array::new(dims, texts))
}

pub fn cstrcat(call: Call) -> Result<Vec<Value>> {
    if call.args.is_empty() {
        return Ok(vec![Value::text("")]);
    }
    if call.args.iter().any(|value| !value.is_text()) {
        fail!("cstrcat: arguments must be character strings");
    }
    ops::cat(1, call.args).map(|value| vec![value])
}

/// `strtrim` and `deblank`: what they cut, and of which texts.
fn cut(value: &Value, name: &str, cut: &dyn Fn(&[Vec<u8>]) -> std::ops::Range<usize>) -> Result<Value> {
    match value {
        Value::Char(chars) => {
            let rows = text::rows(&chars.bytes);
            let kept = cut(&rows);
            if kept.is_empty() {
                return Ok(Value::text(""));
            }
            let rows: Vec<_> = rows.iter().map(|row| row[kept.clone()].to_vec()).collect();
            Ok(text::matrix(&rows))
        }
        Value::Cell(cells) => Ok(Value::cell(cells.try_map(|cell| self::cut(cell, name, cut))?)),
        _ => fail!("{name}: S argument must be a string or cellstring"),
    }
}

pub fn strtrim(call: Call) -> Result<Vec<Value>> {
    cut(&call.args[0], "strtrim", &|rows| {
        let is_blank = |column: usize| rows.iter().all(|row| text::is_space(row[column]));
        let width = rows.first().map_or(0, Vec::len);
        let start = (0..width).find(|&column| !is_blank(column)).unwrap_or(width);
        let end = (start..width).rev().find(|&column| !is_blank(column)).map_or(start, |last| last + 1);
        start..end
    })
    .map(|value| vec![value])
}

pub fn deblank(call: Call) -> Result<Vec<Value>> {
    if call.args[0].is_empty() && call.args[0].is_number_like() {
        return Ok(call.args);
    }
    cut(&call.args[0], "deblank", &|rows| {
        let is_blank = |column: usize| rows.iter().all(|row| text::is_space(row[column]) || row[column] == 0);
        let width = rows.first().map_or(0, Vec::len);
        0..(0..width).rev().find(|&column| !is_blank(column)).map_or(0, |last| last + 1)
    })
    .map(|value| vec![value])
}

pub fn strjust(call: Call) -> Result<Vec<Value>> {
    let Value::Char(chars) = &call.args[0] else {
        fail!("strjust: S must be a string or 2-D character matrix");
    };
    let side = call.args.get(1).and_then(Value::as_text).unwrap_or_else(|| "right".into());
    let is_blank = |byte: u8| byte == b' ' || byte == 0;
    let rows = text::rows(&chars.bytes).into_iter().map(|row| {
        let start = row.iter().position(|&byte| !is_blank(byte)).unwrap_or(0);
        let after = row.iter().rev().position(|&byte| !is_blank(byte)).unwrap_or(0);
        let shift = match side.chars().next() {
            Some('l') => -(start as isize),
            Some('r') => after as isize,
            _ => (after as isize - start as isize).div_euclid(2),
        };
        let mut moved: Vec<u8> = row.iter().map(|&byte| if byte == 0 { b' ' } else { byte }).collect();
        moved.rotate_right(shift.rem_euclid(row.len().max(1) as isize) as usize);
        moved
    });
    let rows: Vec<_> = rows.collect();
    Ok(vec![if chars.bytes.is_empty() { call.args[0].clone() } else { text::matrix(&rows) }])
}

pub fn untabify(call: Call) -> Result<Vec<Value>> {
    let width = call.args.get(1).and_then(Value::as_count).unwrap_or(8).clamp(1, 1 << 20);
    let trims = call.args.get(2).is_some_and(|value| value.is_true().unwrap_or(false));
    let expand = |row: &Vec<u8>| {
        let mut out = vec![];
        for &byte in row {
            if byte == b'\t' {
                out.resize((out.len() / width + 1) * width, b' ');
            } else {
                out.push(byte);
            }
        }
        if trims {
            let end = out.iter().rposition(|&byte| !text::is_space(byte) && byte != 0).map_or(0, |last| last + 1);
            out.truncate(end);
        }
        out
    };
    let one = |value: &Value| match value {
        Value::Char(chars) => {
            Ok(text::matrix(&text::rows(&chars.bytes).iter().map(expand).collect::<Vec<_>>()))
        }
        _ => Err(Error::new("untabify: TEXT must be a string, or cell array of strings")),
    };
    Ok(vec![match &call.args[0] {
        Value::Cell(cells) => Value::cell(cells.try_map(one)?),
        other => one(other)?,
    }])
}
