//! `strcmp` and its kin: texts, char matrices and cells of texts against each other. Never fails for classes that are no text.

use super::text;
use crate::builtins::Call;
use crate::value::{Array, Value};
use crate::{Error, Result, fail};

type Same<'a> = &'a dyn Fn(&Value, &Value) -> bool;

pub fn strcmp(call: Call) -> Result<Vec<Value>> {
    compare(&call, &|a, b| same_extents(a, b) && text::bytes(a) == text::bytes(b))
}

pub fn strcmpi(call: Call) -> Result<Vec<Value>> {
    compare(&call, &|a, b| {
        same_extents(a, b) && matches!((text::bytes(a), text::bytes(b)), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b))
    })
}

pub fn strncmp(call: Call) -> Result<Vec<Value>> {
    let n = length(&call)?;
    compare(&call, &|a, b| heads(a, b, n).is_some_and(|(a, b)| a == b))
}

pub fn strncmpi(call: Call) -> Result<Vec<Value>> {
    let n = length(&call)?;
    compare(&call, &|a, b| heads(a, b, n).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b)))
}

fn length(call: &Call) -> Result<usize> {
    let n = call.args[2].as_scalar().unwrap_or(0.0);
    if !call.args[2].is_number_like() || call.args[2].is_text() {
        fail!("octave_base_value::int64_value (): wrong type argument '{}'", call.args[2].kind_name());
    }
    if n < 1.0 {
        fail!("{}: N must be greater than 0", call.name);
    }
    Ok(n as usize)
}

/// The first `n` bytes of both texts. A text that is shorter is taken whole.
fn heads<'a>(a: &'a Value, b: &'a Value, n: usize) -> Option<(&'a [u8], &'a [u8])> {
    let head = |value: &'a Value| text::bytes(value).map(|bytes| &bytes[..bytes.len().min(n)]);
    Some((head(a)?, head(b)?))
}

fn same_extents(a: &Value, b: &Value) -> bool {
    a.is_text() && b.is_text() && a.dims() == b.dims()
}

fn compare(call: &Call, same: Same) -> Result<Vec<Value>> {
    let result = match (&call.args[0], &call.args[1]) {
        (Value::Cell(a), Value::Cell(b)) => cells(a, b, same)
            .ok_or_else(|| Error::new(format!("{}: nonconformant cell arrays", call.name)))?,
        (Value::Cell(cell), other @ Value::Char(_)) | (other @ Value::Char(_), Value::Cell(cell)) => {
            with_cell(other, cell, same)
        }
        (a @ Value::Char(_), b @ Value::Char(_)) => Array::scalar(same(a, b)),
        _ => Array::scalar(false),
    };
    Ok(vec![Value::Bool(result)])
}

fn cells(a: &Array<Value>, b: &Array<Value>, same: Same) -> Option<Array<bool>> {
    match (a.as_scalar(), b.as_scalar()) {
        (Some(a), _) => Some(b.map(|b| same(a, b))),
        (_, Some(b)) => Some(a.map(|a| same(a, b))),
        _ if a.dims() == b.dims() => {
            let values = a.iter().zip(b.iter()).map(|(a, b)| same(a, b)).collect();
            Some(Array::new(a.dims().clone(), values))
        }
        _ => None,
    }
}

/// A char array of several rows is a list of texts.
fn with_cell(chars: &Value, cell: &Array<Value>, same: Same) -> Array<bool> {
    let dims = chars.dims();
    let Value::Char(array) = chars else {
        return Array::scalar(false);
    };
    if dims.rows() <= 1 {
        return cell.map(|element| same(chars, element));
    }
    let rows = text::rows(&array.bytes).into_iter().map(|row| if row.is_empty() { Value::text("") } else { text::row(row) });
    match cell.as_scalar() {
        Some(element) => Array::column(rows.map(|row| same(&row, element)).collect()),
        None if cell.len() == dims.rows() => {
            Array::new(cell.dims().clone(), rows.zip(cell.iter()).map(|(row, element)| same(&row, element)).collect())
        }
        None => Array::scalar(false),
    }
}
