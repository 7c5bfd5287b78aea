//! Copying the elements of parts into one array. Checks nothing.

use crate::value::{Array, Dims, room};
use crate::{Error, Result};

/// The parts side by side along a dimension; the other extents of those that are not empty are the same.
///
/// # Errors
/// More elements than memory has room for.
pub fn join<T: Clone>(dimension: usize, total: Dims, parts: &[Array<T>]) -> Result<Array<T>> {
    let filled: Vec<&Array<T>> = parts.iter().filter(|part| !part.is_empty()).collect();
    let block = |part: &Array<T>| (0..=dimension).map(|k| part.dims().get(k)).product::<usize>();
    let blocks: Vec<usize> = filled.iter().map(|part| block(part)).collect();
    let count = total.as_slice().iter().try_fold(1_usize, |count, &extent| count.checked_mul(extent));
    let mut values = room(count.ok_or_else(Error::out_of_memory)?)?;
    if !filled.is_empty() {
        let outer: usize = (dimension + 1..total.rank()).map(|k| total.get(k)).product();
        for index in 0..outer {
            for (part, &block) in filled.iter().zip(&blocks) {
                values.extend_from_slice(&part.as_slice()[index * block..(index + 1) * block]);
            }
        }
    }
    Ok(Array::new(total, values))
}
