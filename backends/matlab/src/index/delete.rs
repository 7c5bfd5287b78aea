//! Deletion: what is left of an array. Knows no class but for the table of them.

use std::rc::Rc;

use super::select::{Selection, folded};
use super::subscript::{Index, Parsed};
use crate::builtins::elementary::numeric::with_elements;
use crate::value::{Array, Dims, StructArray, Value};
use crate::{Error, Result, fail};
use smallvec::SmallVec;
use std::ops::Range;

/// What stays.
enum Kept {
    All,
    /// All but elements that follow one another in memory.
    Without(Range<usize>, Dims),
    Selected(Selection),
}

/// # Errors
/// Octave's: more than one subscript that is no colon, out of bound.
pub fn delete(target: &mut Value, parsed: &[Parsed]) -> Result<()> {
    let dims = target.dims();
    let kept = match parsed {
        [] => return Err(Error::new("invalid empty index list")),
        [one] => keep_linear(&dims, one)?,
        _ => keep_along(&dims, parsed)?,
    };
    if let Kept::All = kept {
        return Ok(());
    }
    if matches!(target, Value::Range(_) | Value::Diagonal(_) | Value::Structured(_)) {
        *target = std::mem::replace(target, Value::empty()).full();
    }
    with_elements!(&mut *target, array => apply(array, &kept)?, other => match other {
        Value::Char(chars) => apply(&mut chars.bytes, &kept)?,
        Value::Cell(cells) => apply(Rc::make_mut(cells), &kept)?,
        Value::Struct(structs) => apply_to_structs(Rc::make_mut(structs), &kept)?,
        _ => fail!("only '()' indexing with exactly one key is supported by containers.Map"),
    });
    if target.is_complex() {
        *target = std::mem::replace(target, Value::empty()).narrow();
    }
    Ok(())
}

fn apply<T: Clone>(array: &mut Array<T>, kept: &Kept) -> Result<()> {
    match kept {
        Kept::All => (),
        Kept::Without(run, dims) => array.remove(run.clone(), dims.clone()),
        Kept::Selected(selection) => *array = selection.of(array)?,
    }
    Ok(())
}

fn apply_to_structs(structs: &mut StructArray, kept: &Kept) -> Result<()> {
    let dims = match kept {
        Kept::All => return Ok(()),
        Kept::Without(_, dims) => dims.clone(),
        Kept::Selected(selection) => selection.dims.clone(),
    };
    let mut fields = std::mem::take(&mut structs.fields);
    for field in fields.values_mut() {
        apply(field, kept)?;
    }
    *structs = StructArray::with_fields(dims, fields);
    Ok(())
}

fn keep_linear(dims: &Dims, one: &Parsed) -> Result<Kept> {
    let count = dims.count();
    let Parsed::Positions(positions) = one else {
        return Ok(Kept::Without(0..count, [0, 0].into()));
    };
    if positions.index.len() == 0 {
        return Ok(Kept::All);
    }
    if positions.bound > count {
        return Err(out_of_bound("I", positions.bound, count));
    }
    let is_column = dims.rank() == 2 && dims.cols() == 1 && dims.rows() != 1;
    if let Some(run) = positions.index.as_run() {
        let left = count - run.len();
        let kept = if is_column { [left, 1] } else { [1, left] };
        return Ok(Kept::Without(run, kept.into()));
    }
    let left = complement(&positions.index, count);
    let kept = match dims.long_of_vector() {
        Some(long) => dims.with(long, left.len()),
        None => [left.len(), 1].into(),
    };
    Ok(Kept::Selected(Selection::within(&[count], SmallVec::from_iter([Index::List(left)]), kept)))
}

fn keep_along(dims: &Dims, parsed: &[Parsed]) -> Result<Kept> {
    let mut others = parsed.iter().enumerate().filter(|(_, one)| !one.is_colon());
    let (along, one) = match (others.next(), others.next()) {
        (None, _) => return Ok(Kept::Selected(nothing_along(dims, 0))),
        (Some(one), None) => one,
        (Some(_), Some(_)) => {
            let is_empty = |one: &Parsed| matches!(one, Parsed::Positions(positions) if positions.index.len() == 0);
            if parsed.iter().any(is_empty) {
                return Ok(Kept::All);
            }
            fail!("a null assignment can only have one non-colon index");
        }
    };
    if along >= dims.rank() {
        fail!("invalid dimension in delete_elements");
    }
    let extent = dims.get(along);
    let Parsed::Positions(positions) = one else {
        return Ok(Kept::All);
    };
    if positions.index.len() == 0 {
        return Ok(Kept::All);
    }
    if positions.bound > extent {
        return Err(out_of_bound("..,I,..", positions.bound, extent));
    }
    let left = complement(&positions.index, extent);
    let kept = dims.with(along, left.len());
    let rest: usize = dims.as_slice()[along + 1..].iter().product();
    if let (Some(run), 1) = (positions.index.as_run(), rest) {
        let stride: usize = dims.as_slice()[..along].iter().product();
        return Ok(Kept::Without(run.start * stride..run.end * stride, kept));
    }
    Ok(Kept::Selected(along_dimension(dims, along, left, kept)))
}

fn nothing_along(dims: &Dims, along: usize) -> Selection {
    along_dimension(dims, along, vec![], dims.with(along, 0))
}

fn along_dimension(dims: &Dims, along: usize, left: Vec<usize>, kept: Dims) -> Selection {
    let extents = folded(dims, dims.rank());
    let mut indexes: SmallVec<[Index; 2]> = extents.iter().map(|&extent| Index::all(extent)).collect();
    indexes[along] = Index::List(left);
    Selection::within(&extents, indexes, kept)
}

/// The positions below `extent` that are not in the index.
fn complement(index: &Index, extent: usize) -> Vec<usize> {
    let mut goes = vec![false; extent];
    for position in index.iter() {
        goes[position] = true;
    }
    (0..extent).filter(|&position| !goes[position]).collect()
}

fn out_of_bound(place: &str, bound: usize, extent: usize) -> Error {
    Error::with_id(
        super::subscript::OUT_OF_BOUND,
        format!("A({place}) = []: index out of bounds: value {bound} out of bound {extent}"),
    )
}
