//! The extents of what is concatenated. Knows no classes.

use crate::value::Dims;
use crate::{Error, Result};

/// Who asks, for the text of messages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    Brackets,
    Function,
}

/// The extents of the whole.
///
/// # Errors
/// Parts that do not match, and are not empty in ways that are left out.
pub fn common_extents(dimension: usize, parts: &[Dims], asker: Asker) -> Result<Dims> {
    let Some((first, rest)) = parts.split_first() else { return Ok([0, 0].into()) };
    // `cat(3, [], [])` adds to a third extent, which is 1 so far.
    let mut total = first.clone();
    for part in rest {
        total = joined(dimension, &total, part).ok_or_else(|| mismatch(dimension, &total, part, asker))?;
    }
    Ok(total)
}

fn joined(dimension: usize, total: &Dims, part: &Dims) -> Option<Dims> {
    let rank = total.rank().max(part.rank());
    if (0..rank).all(|k| k == dimension || total.get(k) == part.get(k)) {
        let extent = total.get(dimension).checked_add(part.get(dimension))?;
        return Some(total.with(dimension, extent));
    }
    if is_void(part) {
        return Some(total.clone());
    }
    if is_void(total) {
        return Some(part.clone());
    }
    if dimension > 1 {
        return None;
    }
    match (is_thin(total), is_thin(part)) {
        (true, true) => Some([0, 0].into()),
        (false, true) => Some(total.clone()),
        (true, false) if part.rank() == 2 => Some(part.clone()),
        (_, false) => None,
    }
    .filter(|_| total.rank() == 2)
}

fn is_void(dims: &Dims) -> bool {
    dims.as_slice() == [0, 0]
}

/// 1x0 or 0x1.
fn is_thin(dims: &Dims) -> bool {
    matches!(dims.as_slice(), [0, 1] | [1, 0])
}

fn mismatch(dimension: usize, left: &Dims, right: &Dims, asker: Asker) -> Error {
    match (asker, dimension) {
        (Asker::Brackets, 0) => Error::new(format!("vertical dimensions mismatch ({left} vs {right})")),
        (Asker::Brackets, _) => Error::new(format!("horizontal dimensions mismatch ({left} vs {right})")),
        (Asker::Function, _) => Error::new("cat: dimension mismatch"),
    }
}
