//! Writing elements of one class. Knows nothing of conversion.

use super::select::Placement;
use crate::Result;
use crate::value::{Array, Dims, StructArray, Value, room};

/// Writes `value` to the places; new elements elsewhere are `fill`.
///
/// # Errors
/// Too many elements. The target is as before then.
pub fn place<T: Clone>(target: &mut Array<T>, placement: &Placement, value: Array<T>, fill: &T) -> Result<()> {
    if let Some(grown) = &placement.grown {
        target.grow(grown.clone(), fill)?;
    }
    let selection = &placement.selection;
    if selection.is_whole() && value.len() == target.len() {
        let dims = target.dims().clone();
        *target = value.reshape(dims);
        return Ok(());
    }
    if selection.count() > 0 {
        selection.put(target.make_mut(), value.as_slice());
    }
    Ok(())
}

/// Writes structs to structs. Both have the same fields, in any order, or the target has none.
///
/// # Errors
/// Other fields, too many elements.
pub fn place_structs(target: &mut StructArray, placement: &Placement, value: &StructArray) -> Result<()> {
    let dims = target.dims().clone();
    if target.fields.is_empty() {
        target.fields = value.fields.keys().map(|name| (name.clone(), empties(&dims))).collect();
    }
    if target.fields.len() != value.fields.len() || !target.fields.keys().all(|name| value.fields.contains_key(name)) {
        crate::fail!("incompatible fields in struct assignment");
    }
    let new_dims = placement.grown.clone().unwrap_or(dims);
    room::<Value>(new_dims.checked_count()?)?;
    let mut fields = std::mem::take(&mut target.fields);
    for (name, field) in &mut fields {
        place(field, placement, value.fields[name].clone(), &Value::empty())?;
    }
    *target = StructArray::with_fields(new_dims, fields);
    Ok(())
}

fn empties(dims: &Dims) -> Array<Value> {
    Array::filled(dims.clone(), Value::empty())
}
